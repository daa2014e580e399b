import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { compared, exact } from '@/shared/domain/money/decimal'
import type { OpenCashDiscount } from '../api/open-cash-discounts.query'
import type { Allocation } from './allocation'

/** The parts of a payment that are exactly what is to be paid with the cash discount, with it. */
export const withDiscounts = (parts: readonly Allocation[], discounts: readonly OpenCashDiscount[]): Allocation[] =>
  parts.map((part) => {
    const found = discounts.find(
      ({ invoice_id, pays }) => invoice_id === part.invoice_id && compared(exact(pays), exact(part.amount)) === 0,
    )
    return found ? { ...part, discount: found.amount } : part
  })

/** What settles an invoice or bill with its discount: `€1,259.30 with the cash discount of €25.70, until 9 Dec 2026.` */
export const discountWords = (
  { pays, amount, until }: Pick<OpenCashDiscount, 'pays' | 'amount' | 'until'>,
  currency?: string,
): string =>
  `${formatMoney(pays, currency)} with the cash discount of ${formatMoney(amount, currency)}, until ${calendarDayText(until)}.`
