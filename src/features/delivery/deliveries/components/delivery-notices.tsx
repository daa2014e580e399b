import { Alert } from '@mantine/core'
import { KeptDialog } from '@/kit/form/kept-dialog'
import { planDraft } from '../plan/plan-draft'
import type { DeliveryHere } from './use-delivery'

const asSentence = (reason: string): string => reason.replace(/[. ]*$/, '.')

/** What is said above a delivery: that its order is or was on hold, and that changes of its plan are not saved. */
export const DeliveryNotices = ({ of: { row, held, mayChange, plan } }: { of: DeliveryHere }) => (
  <>
    {held ? (
      <Alert color="yellow" title="On hold" mb="md">
        {row.on_hold ? asSentence(row.on_hold) : null} Nothing of it leaves or is handed over until the order is
        released.
      </Alert>
    ) : null}
    {row.gone_on_hold ? (
      <Alert color="yellow" title="Handed over while its order was on hold" mb="md">
        {asSentence(row.gone_on_hold)} The phone had no network then and could not know it.
      </Alert>
    ) : null}
    {mayChange ? (
      <KeptDialog
        name={planDraft(row.id)}
        isOpen={plan.isOpen}
        onOpen={() => plan.open()}
        title="Changes of the plan are not saved"
        isAlone
      />
    ) : null}
  </>
)
