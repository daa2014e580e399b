import { ReasonDialog } from '@/kit/record/reason-dialog'
import { formatMoney } from '@/shared/domain/money/money'
import { accountsKey } from '../../shared/keys'
import { creditOpenDeposit } from '../api/invoice.mutation'
import type { Invoice } from '../api/invoice.query'

/** Credits what nobody paid of a deposit invoice, with a reason. */
export const CreditOpenDeposit = ({ row, onClose }: { row: Invoice; onClose: () => void }) => (
  <ReasonDialog
    title={`Credit what is open of ${row.invoice_number ?? 'the deposit invoice'}`}
    text={`A credit note over ${formatMoney(row.balance, row.currency)} is issued. What was paid stays, and the invoice of the order deducts it.`}
    submitLabel={`Credit ${formatMoney(row.balance, row.currency)}`}
    name={`credit-open-deposit-${row.id}`}
    queryKey={accountsKey}
    save={(reason) => creditOpenDeposit(row.id, reason)}
    onClose={onClose}
  />
)
