import { Modal } from '@mantine/core'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { formatMoney } from '@/shared/domain/money/money'
import { depositAfterwards, depositHelp } from '@/shared/domain/records/billed-again'
import { accountsKey } from '../../shared/keys'
import { creditOpenDeposit } from '../api/invoice.mutation'
import type { Invoice } from '../api/invoice.query'

const fields = defineFields({
  reason: longText('Why', { required: true, max: 2000, empty: '', wide: true, missing: 'Please say why' }),
  again: choice('What becomes of it', depositAfterwards, {
    required: true,
    wide: true,
    missing: 'Please choose what becomes of it',
    help: depositHelp,
  }),
})

type CreditOpenDepositProps = { row: Invoice; onClose: () => void }

/** Credits what nobody paid of a deposit invoice, with a reason, and asks whether its order asks for it again. */
export const CreditOpenDeposit = (props: CreditOpenDepositProps) => (
  <Modal
    opened
    onClose={props.onClose}
    title={`Credit what is open of ${props.row.invoice_number ?? 'the deposit invoice'}`}
  >
    <CreditOpenForm {...props} />
  </Modal>
)

function CreditOpenForm({ row, onClose }: CreditOpenDepositProps) {
  const open = formatMoney(row.balance, row.currency)
  const form = useRecordForm({
    fields,
    name: `credit-open-deposit-${row.id}`,
    isNew: true,
    queryKey: accountsKey,
    save: ({ reason, again }) => creditOpenDeposit(row.id, reason, again === 'again'),
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      label="Credit what is open"
      submitLabel={`Credit ${open}`}
      onCancel={onClose}
      hint={`A credit note over ${open} is issued. What was paid stays, and the invoice of the order deducts it.`}
      isPlain
      autoFocus
    />
  )
}
