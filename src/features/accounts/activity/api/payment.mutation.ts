import { askFirst } from '@/kit/save/ask-first'
import { db } from '@/shared/db/client'
import type { Allocation } from '../../shared/payment/allocation'

/** The bank did not answer, and a person looked there. */
export async function decideRefund(id: string, wentBack: boolean): Promise<void> {
  await db.rpc('decide_refund', { p_id: id, p_went_back: wentBack }).throwOnError()
}

/** The payment no longer settles that invoice: both are open again. */
export async function removeAllocation(id: string): Promise<void> {
  await db.rpc('remove_allocation', { p_id: id }).throwOnError()
}

/** Settles open invoices with the open part of the payment, the oldest due first. */
export async function settleOldest(id: string): Promise<void> {
  await db.rpc('allocate_payment', { p_payment_id: id }).throwOnError()
}

/** What a payment in another currency brought in, in the currency of the books. */
export async function statePaymentWorth(id: string, worth: string): Promise<void> {
  // At most eleven digits, so JSON keeps them exactly.
  await askFirst(() => db.rpc('state_payment_worth', { p_id: id, p_worth: Number(worth) }))
}

/** What a refund cost in the currency of the books, null of a payment in it, its day and its way. */
export async function correctRefund(id: string, refund: { worth: string | null; on: string; way: string }) {
  await askFirst(() =>
    db.rpc('correct_refund', {
      p_id: id,
      // Decimal text, which PostgreSQL takes for a number without losing a digit.
      p_worth: refund.worth as unknown as number,
      p_day: refund.on,
      p_way: refund.way,
    }),
  )
}

export type Move = {
  id: string
  contactId: string
  /** Null settles the oldest due first, an empty list nothing. */
  allocations: Allocation[] | null
  reason: string
}

/** The payment is of another client, or settles other invoices, by one act. Its number keeps. */
export async function movePayment({ id, contactId, allocations, reason }: Move): Promise<void> {
  await askFirst(() =>
    db.rpc('move_payment', { p_id: id, p_contact_id: contactId, p_allocations: allocations, p_reason: reason }),
  )
}
