import type { DebitMatch } from './api/bank.query'
import type { DebitChoice } from './api/bank.mutation'

/** What confirming a suggestion for a debit does; null where the suggestion misses what it needs. */
export function choiceOf(match: DebitMatch): DebitChoice | null {
  const { kind, run_id, item_id, supplier_payment_id, recurring_id, period_on, payment_id, refund_id } = match
  if (match.obstacle) return null
  switch (kind) {
    case 'supplier':
      return {
        kind,
        parts: match.parts.map(({ invoice_id, amount, discount }) => ({
          invoice_id,
          amount,
          ...(discount ? { discount } : {}),
        })),
      }
    case 'run':
      return run_id ? { kind, run_id } : null
    case 'run_payment':
      return item_id ? { kind, item_id } : null
    case 'recorded':
      return supplier_payment_id ? { kind, supplier_payment_id } : null
    case 'recurring':
      return recurring_id && period_on ? { kind, recurring_id, period_on } : null
    case 'refund':
      return payment_id ? { kind, payment_id, ...(refund_id ? { refund_id } : {}) } : null
  }
}
