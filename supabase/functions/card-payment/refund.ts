import { z } from 'zod'
import { Refusal } from '../_shared/answers.ts'
import { asService, type Caller } from '../_shared/caller.ts'
import { callDatabase } from '../_shared/payment-requests.ts'
import { refundViva, requireViva } from '../_shared/viva.ts'

export const refundSchema = z.object({
  /** Chosen by the caller, so that a repeated call asks the bank once. */
  refund: z.guid(),
  payment: z.guid(),
  /** Decimal text with two places. */
  amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
  reason: z.string().max(2000),
  /** The credit note for the whole refund. */
  credit_note: z.guid().optional(),
})

const askedSchema = z.object({
  id: z.string(),
  is_new: z.boolean(),
  status: z.enum(['asked', 'done', 'refused', 'unknown']),
  transaction: z.string().optional(),
  cents: z.string().optional(),
})

/**
 * Refunds a card payment for a member of staff. The amount is reserved before the bank is asked. The bank is asked
 * once, because it has no idempotency key. Without its answer the result is unknown, and the refund stays unknown until
 * a person has checked it.
 */
export async function refundPayment(
  { asCaller }: Caller,
  asked: z.infer<typeof refundSchema>,
): Promise<{ status: string }> {
  const settings = requireViva()
  const kept = askedSchema.parse(
    await callDatabase(asCaller, 'ask_refund', {
      p_id: asked.refund,
      p_payment_id: asked.payment,
      p_amount: asked.amount,
      p_reason: asked.reason,
      ...(asked.credit_note ? { p_credit_note_id: asked.credit_note } : {}),
    }),
  )
  if (!kept.is_new) return { status: kept.status }
  const settle = (status: 'done' | 'refused' | 'unknown', reference?: string) =>
    callDatabase(asService(), 'settle_refund', {
      p_id: kept.id,
      p_status: status,
      ...(reference ? { p_provider_ref: reference } : {}),
    })
  try {
    await settle('done', await refundViva(settings, kept.transaction ?? '', BigInt(kept.cents ?? '0')))
    return { status: 'done' }
  } catch (failure) {
    if (failure instanceof Refusal && failure.status === 409) {
      await settle('refused')
      throw failure
    }
    await settle('unknown')
    throw new Refusal(
      502,
      'bank_silent',
      'The bank did not answer, so nobody knows whether the money went back. Please look there, and then say so at the payment.',
    )
  }
}
