import { askFirst, type Unusual } from '@/kit/save/ask-first'
import { db } from '@/shared/db/client'
import type { Allocation } from '../payment/allocation'

export type NewPayment = {
  /** Chosen by the form, so that a repeated call records one payment. */
  id: string
  contactId: string
  /** Decimal text with two places. */
  amount: string
  /** What came in, in the currency of the books, of a client who pays in another; null takes the rate of the day. */
  worth: string | null
  method: string
  receivedOn: string
  reference: string | null
  note: string | null
  /** Null settles the oldest due first. */
  allocations: Allocation[] | null
  /** Paid ahead for this order: its deposit invoice is issued, as after a card payment. */
  orderId?: string | undefined
  /** What the person agreed to in the form. */
  said: readonly Unusual[]
}

/** Records money that came in. What settles no invoice stays credit of the client. Its id. */
export async function recordPayment(payment: NewPayment): Promise<string> {
  const { data } = await askFirst(
    () =>
      db.rpc('record_payment', {
        p_id: payment.id,
        p_contact_id: payment.contactId,
        // At most eleven digits, so JSON keeps them exactly.
        p_amount: Number(payment.amount),
        ...(payment.worth ? { p_worth: Number(payment.worth) } : {}),
        p_method: payment.method,
        p_received_on: payment.receivedOn,
        ...(payment.reference ? { p_reference: payment.reference } : {}),
        ...(payment.note ? { p_note: payment.note } : {}),
        ...(payment.orderId ? { p_order_id: payment.orderId } : {}),
        ...(payment.allocations ? { p_allocations: payment.allocations } : {}),
      }),
    payment.said,
  )
  return data
}

/** A payment that was recorded by mistake never was: its invoices are open again, and its receipt that waits is not sent. */
export async function takeBackPayment(id: string, reason: string): Promise<void> {
  await db.rpc('take_back_payment', { p_id: id, p_reason: reason }).throwOnError()
}
