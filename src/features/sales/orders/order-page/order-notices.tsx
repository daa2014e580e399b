import { Alert, Stack } from '@mantine/core'
import { KeptDialog } from '@/kit/form/kept-dialog'
import { AnnouncedTransfers } from '@/kit/record/announced-transfers'
import { CardLacks } from '@/kit/record/card-lacks'
import { OnStopNotice } from '@/kit/record/on-stop-notice'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { isDepositDue } from '../../shared/deposit-due'
import { orderDraft } from '../components/edit-order'
import { FreeDeposits } from '../components/free-deposits'
import { ShortPieces } from '../components/short-pieces'
import type { OrderPage } from './use-order-page'

/** What somebody has to know or do first, above an order. */
export const OrderNotices = ({ of: { row, mayChange, panel, open } }: { of: OrderPage }) => (
  <Stack gap="xs" mb="md">
    <OnStopNotice contactId={row.contact_id} onStop={row.contact?.on_stop === true} />
    <ShortPieces orderId={row.id} />
    {mayChange ? (
      <KeptDialog
        name={orderDraft(row.id)}
        isOpen={panel === 'edit'}
        onOpen={() => open('edit')}
        title="Changes of this order are not saved"
      />
    ) : null}
    <AnnouncedTransfers kind="order" id={row.id} />
    {isDepositDue(row) ? (
      <CardLacks contactId={row.contact_id} paper="deposit invoice" chargesVat={isAboveZero(row.vat)} />
    ) : null}
    <FreeDeposits row={row} />
    {row.hold_reason ? (
      <Alert color="yellow" title="On hold">
        {row.hold_reason}
      </Alert>
    ) : null}
    {row.cancel_reason ? (
      <Alert color="gray" title="Cancelled">
        {row.cancel_reason}
      </Alert>
    ) : null}
  </Stack>
)
