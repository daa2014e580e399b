import { exact, minus, written } from '@/shared/domain/money/decimal'
import { isAbove, sumOf } from './allocation'

/** What of a cash discount a page needs: what settles the invoice with it, and whether it is still in time. */
type WithDiscount = { balance: string; cash_discount?: { pays: string | null; is_open: boolean } | null | undefined }

/** What settles an invoice today, by a payment or by credit: less its cash discount while that holds. */
export const settles = ({ balance, cash_discount: discount }: WithDiscount): string =>
  discount?.is_open && discount.pays !== null ? discount.pays : balance

/**
 * The sum of open invoices less their cash discounts of today, and the amount to pay after the client's credit: never below zero. The
 * database computes the same (`private.asked_for`). Amounts are decimal text.
 */
export function asked(invoices: readonly WithDiscount[], credit: string): { open: string; toPay: string } {
  const open = sumOf(invoices.map((invoice) => ({ amount: settles(invoice) })))
  return { open, toPay: isAbove(open, credit) ? written(minus(exact(open), exact(credit))) : '0.00' }
}
