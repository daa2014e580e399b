import { compared, exact, minus, totalOf, written, zero } from '@/shared/domain/money/decimal'
import type { OpenInvoice } from '../api/open-invoices.query'

/** `discount`: what is left of the invoice then is its cash discount. */
export type Allocation = { invoice_id: string; amount: string; discount?: string }

/**
 * The invoices that a payment settles, the oldest due first, and the rest as the client's credit. `open` is sorted by
 * due day. Amounts are decimal text.
 */
export function oldestFirst(amount: string, open: readonly OpenInvoice[]): { parts: Allocation[]; credit: string } {
  let left = exact(amount)
  const parts: Allocation[] = []
  for (const { id, balance } of open) {
    if (compared(left, zero) <= 0) break
    const part = compared(left, exact(balance)) < 0 ? left : exact(balance)
    parts.push({ invoice_id: id, amount: written(part) })
    left = minus(left, part)
  }
  return { parts, credit: written(left) }
}

/** The sum of parts, as decimal text with two places. */
export const sumOf = (parts: readonly { amount: string }[]): string => totalOf(parts.map(({ amount }) => amount))

export const isAbove = (one: string, other: string): boolean => compared(exact(one), exact(other)) > 0
