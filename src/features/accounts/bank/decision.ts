import type { Match } from './api/bank.query'
import type { Decision } from './api/bank.mutation'

/** What confirming a suggestion does. */
export const decisionOf = (match: Match): Decision => ({
  contactId: match.contact_id,
  allocations:
    match.payment_id || match.order_id ? null : match.parts.map(({ invoice_id, amount }) => ({ invoice_id, amount })),
  orderId: match.order_id,
  paymentId: match.payment_id,
})
