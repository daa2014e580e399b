import { compared, exact } from '@/shared/domain/decimal'
import { formatMoney } from '@/shared/domain/money'

/** Where the deposit of an order stands, in words; empty for an order without one. Amounts are decimal text. */
export function depositWords({
  deposit_amount,
  deposit_paid,
}: {
  deposit_amount: string
  deposit_paid: string
}): string {
  const asked = exact(deposit_amount)
  const paid = exact(deposit_paid)
  if (compared(asked, exact('0')) <= 0) return ''
  if (compared(paid, asked) >= 0) return 'Paid'
  if (compared(paid, exact('0')) > 0) return `${formatMoney(deposit_paid)} of ${formatMoney(deposit_amount)}`
  return `${formatMoney(deposit_amount)} due`
}
