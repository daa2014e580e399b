import { exact, minus, written } from '@/shared/domain/money/decimal'
import { isAbove, sumOf } from './allocation'

/**
 * The sum of open invoices, and the amount to pay after the client's credit: never below zero. The database computes
 * the same (`open_statement_request`). Amounts are decimal text.
 */
export function asked(invoices: readonly { balance: string }[], credit: string): { open: string; toPay: string } {
  const open = sumOf(invoices.map(({ balance }) => ({ amount: balance })))
  return { open, toPay: isAbove(open, credit) ? written(minus(exact(open), exact(credit))) : '0.00' }
}
