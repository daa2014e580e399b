import { z } from 'zod'
import { askFirst } from '@/kit/save/ask-first'
import { db } from '@/shared/db/client'

const refusal = z.object({ error: z.string() })

export type Refund = {
  /** Chosen by the form, so that a repeated call gives back once. */
  id: string
  paymentId: string
  /** Decimal text with two places. */
  amount: string
  reason: string
  /**
   * The credit note for the whole refund. Without one, unused money is refunded first, then the rests of credit notes.
   */
  creditNoteId?: string | undefined
  /** What went out, in the currency of the books, of a payment in another; empty takes its share of what came in. */
  worth?: string | undefined
}

/** Records a refund made by hand, by bank transfer or in cash. */
export async function recordRefund(
  { id, paymentId, amount, reason, creditNoteId, worth }: Refund,
  way: 'bank' | 'cash',
): Promise<void> {
  await askFirst(() =>
    db.rpc('refund_payment', {
      p_id: paymentId,
      // Decimal text, which PostgreSQL takes for a number without losing a digit.
      p_amount: amount as unknown as number,
      p_reason: reason,
      p_refund_id: id,
      p_way: way,
      ...(worth ? { p_worth: worth as unknown as number } : {}),
      ...(creditNoteId ? { p_credit_note_id: creditNoteId } : {}),
    }),
  )
}

/** A refund that was recorded by mistake never went: its money is credit of the client again. */
export async function takeBackRefund(id: string, reason: string): Promise<void> {
  await db.rpc('take_back_refund', { p_id: id, p_reason: reason }).throwOnError()
}

/** Gives money back to the card by the provider. Throws with its own sentence where the bank refuses or is silent. */
export async function refundToCard({ id, paymentId, amount, reason, creditNoteId }: Refund): Promise<void> {
  const { error } = await db.functions.invoke<unknown>('card-payment', {
    body: { refund: id, payment: paymentId, amount, reason, ...(creditNoteId ? { credit_note: creditNoteId } : {}) },
  })
  if (!error) return
  const response: unknown = error instanceof Error && 'context' in error ? error.context : null
  const said = refusal.safeParse(response instanceof Response ? await response.json().catch(() => null) : null)
  throw new Error(said.success ? said.data.error : 'The server cannot be reached. Please try again.')
}
