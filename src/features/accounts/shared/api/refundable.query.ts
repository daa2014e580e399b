import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { activityKey, creditNotesKey, statementsKey } from '../keys'

/** The refundable amount of a payment: its credit, and the rests of credit notes over its invoices. Decimal text. */
export const refundableQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [...activityKey, 'payment', paymentId, 'refundable'],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('refundable', { p_payment_id: paymentId }).abortSignal(signal).throwOnError()
      return data
    },
  })

/** A payment and what it brought in, in the currency of the books; null of a payment in that currency. Decimal text. */
export const paymentWorthQuery = (paymentId: string) =>
  queryOptions({
    queryKey: [...activityKey, 'payment', paymentId, 'worth'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('payments')
        .select('amount::text, worth::text')
        .eq('id', paymentId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

/** The payments that can refund a credit note's rest, newest first, with the amount for each. */
export const refundOptionsQuery = (creditNoteId: string) =>
  queryOptions({
    queryKey: [...creditNotesKey, 'one', creditNoteId, 'refund-options'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('refund_options', { p_credit_note_id: creditNoteId })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** Credit notes and payments of a client with an open rest, the oldest first. Amounts are decimal text. */
export const openCreditQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...statementsKey, 'credit', contactId],
    queryFn: async ({ signal }) => {
      const [notes, payments] = await Promise.all([
        db
          .from('credit_notes')
          .select('id, number:credit_number, open::text')
          .eq('contact_id', contactId)
          .in('status', ['issued', 'part_allocated'])
          .gt('open', 0)
          .order('issue_date')
          .order('credit_number')
          .limit(20)
          .abortSignal(signal)
          .throwOnError(),
        db
          .from('payments')
          .select('id, number:payment_number, open::text')
          .eq('contact_id', contactId)
          .eq('direction', 'in')
          .in('status', ['succeeded', 'part_refunded'])
          .gt('open', 0)
          .order('received_on')
          .order('payment_number')
          .limit(20)
          .abortSignal(signal)
          .throwOnError(),
      ])
      return [
        ...notes.data.map((note) => ({ ...note, kind: 'credit_note' as const })),
        ...payments.data.map((payment) => ({ ...payment, kind: 'payment' as const })),
      ]
    },
  })
