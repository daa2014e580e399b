import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { compared, exact, minus, written, zero } from '@/shared/domain/money/decimal'
import type { OpenCashDiscount } from '../api/open-cash-discounts.query'
import type { Allocation } from './allocation'

/**
 * The parts of a payment that pay an invoice but for its cash discount, with what they leave of it as the discount. One that
 * came too late is exactly what was to be paid in time.
 */
export const withDiscounts = (parts: readonly Allocation[], discounts: readonly OpenCashDiscount[]): Allocation[] =>
  parts.map((part) => {
    const found = discounts.find(({ invoice_id }) => invoice_id === part.invoice_id)
    if (!found) return part
    const more = minus(exact(part.amount), exact(found.pays))
    const left = minus(exact(found.amount), more)
    const isInTime = !found.is_late && more.units >= 0n && left.units > 0n
    return isInTime || compared(more, zero) === 0 ? { ...part, discount: written(left) } : part
  })

/** What settles an invoice or bill with its discount: `€1,259.30 with the cash discount of €25.70, until 9 Dec 2026.` */
export const discountWords = (
  { pays, amount, until }: Pick<OpenCashDiscount, 'pays' | 'amount' | 'until'>,
  currency?: string,
): string =>
  `${formatMoney(pays, currency)} with the cash discount of ${formatMoney(amount, currency)}, until ${calendarDayText(until)}.`
