import { z } from 'zod'
import { db } from '@/shared/db/client'
import type { Allocation } from '../../shared/payment/allocation'

const refusal = z.object({ error: z.string() })

export type Refund = {
  /** Chosen by the form, so that a repeated call gives back once. */
  id: string
  paymentId: string
  /** Decimal text with two places. */
  amount: string
  reason: string
}

/** Records what was given back by hand. */
export async function recordRefund({ id, paymentId, amount, reason }: Refund): Promise<void> {
  await db
    .rpc('refund_payment', {
      p_id: paymentId,
      // Decimal text, which PostgreSQL takes for a number without losing a digit.
      p_amount: amount as unknown as number,
      p_reason: reason,
      p_refund_id: id,
    })
    .throwOnError()
}

/** Gives money back to the card by the provider. Throws with its own sentence where the bank refuses or is silent. */
export async function refundToCard({ id, paymentId, amount, reason }: Refund): Promise<void> {
  const { error } = await db.functions.invoke<unknown>('card-payment', {
    body: { refund: id, payment: paymentId, amount, reason },
  })
  if (!error) return
  const response: unknown = error instanceof Error && 'context' in error ? error.context : null
  const said = refusal.safeParse(response instanceof Response ? await response.json().catch(() => null) : null)
  throw new Error(said.success ? said.data.error : 'The server cannot be reached. Please try again.')
}

/** The bank did not answer, and a person looked there. */
export async function decideRefund(id: string, wentBack: boolean): Promise<void> {
  await db.rpc('decide_refund', { p_id: id, p_went_back: wentBack }).throwOnError()
}

/** The payment no longer settles that invoice: both are open again. */
export async function removeAllocation(id: string): Promise<void> {
  await db.rpc('remove_allocation', { p_id: id }).throwOnError()
}

/** What is open of the payment settles invoices, the oldest due first. */
export async function settleOldest(id: string): Promise<void> {
  await db.rpc('allocate_payment', { p_payment_id: id }).throwOnError()
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
  await db
    .rpc('move_payment', { p_id: id, p_contact_id: contactId, p_allocations: allocations, p_reason: reason })
    .throwOnError()
}
