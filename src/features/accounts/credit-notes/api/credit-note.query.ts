import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { readCreditNotePaper } from '../../shared/api/billed-paper.query'
import { creditNotesKey } from '../../shared/keys'

const columns = `id, credit_number, public_uuid, status, contact_id, invoice_id, reason, issue_date, currency, sent_at, with_note_id, is_billed_again,
  gross::text, allocated::text, open::text, contact:contacts!credit_notes_contact_id_fkey(id, type, name, last_name, company),
  invoice:invoices!credit_notes_invoice_id_fkey(id, invoice_number, kind), lines:credit_note_items(of:invoice_items(order_item_id)),
  uses:credit_allocations(id, amount::text, allocated_on, invoice:invoices(id, invoice_number))`

/** A credit note with the invoices that it lowers. Amounts are decimal text. Null when it is not there. */
export const creditNoteQuery = (id: string) =>
  queryOptions({
    queryKey: [...creditNotesKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('credit_notes')
        .select(columns)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type CreditNote = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof creditNoteQuery>['queryFn']>>>>

/** The current paper of a credit note, also of a draft. Null when it is missing. */
export const creditNotePaperQuery = (id: string) =>
  queryOptions({
    queryKey: [...creditNotesKey, 'one', id, 'paper'],
    queryFn: ({ signal }) => readCreditNotePaper(id, signal),
  })

/** The credit notes over deposits that are issued and voided with this one. Amounts are decimal text. */
export const notesOfDepositsQuery = (id: string) =>
  queryOptions({
    queryKey: [...creditNotesKey, 'one', id, 'deposits'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('credit_notes')
        .select(
          'id, credit_number, gross::text, currency, invoice:invoices!credit_notes_invoice_id_fkey(invoice_number)',
        )
        .eq('with_note_id', id)
        .neq('status', 'void')
        .order('created_at')
        .limit(50)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
