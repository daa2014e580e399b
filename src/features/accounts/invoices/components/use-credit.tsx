import { UseCreditDialog } from '@/kit/record/use-credit-dialog'
import { smaller } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { dayText } from '@/shared/domain/text/formats'
import type { OpenCashDiscount } from '../../shared/api/open-cash-discounts.query'
import { accountsKey } from '../../shared/keys'
import { today } from '../../shared/today'
import { spendCredit } from '../api/write-off.mutation'
import type { Invoice } from '../api/invoice.query'

type UseCreditProps = {
  row: Invoice
  /** The unused credit of the client, as decimal text. */
  credit: string
  early: OpenCashDiscount | undefined
  onClose: () => void
}

/** Asks how much credit of the client lowers an invoice: what settles it is proposed, with the cash discount while that holds. */
export function UseCredit({ row, credit, early, onClose }: UseCreditProps) {
  const discount = early && early.until >= today() && early.pays !== '0.00' ? early : null
  const proposed = smaller(credit, discount?.pays ?? row.balance)
  const shown = (amount: string) => formatMoney(amount, row.currency)
  return (
    <UseCreditDialog
      of={row.invoice_number ?? 'this invoice'}
      draft={`use-credit-on-${row.id}`}
      proposed={proposed}
      most={smaller(credit, row.balance)}
      currency={row.currency}
      queryKey={accountsKey}
      save={(amount) => spendCredit(row.public_uuid, amount)}
      said={(used) => `${shown(used)} of credit lowers this invoice.`}
      onClose={onClose}
    >
      {`The client has ${shown(credit)} of credit. ${shown(row.balance)} are open. `}
      {discount
        ? `Until ${dayText(discount.until)} ${shown(discount.pays)} settles it, with ${shown(discount.amount)} of cash discount.`
        : ''}
    </UseCreditDialog>
  )
}
