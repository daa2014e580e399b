import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import type { Database } from '@/shared/db/database.types'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import type { creditNoteFilters } from '../credit-note-filters'

type Client = { id: string; type: string; name: string | null; last_name: string | null; company: string | null }

/** A credit note in the list. Amounts are decimal text; `open` lowers no invoice yet. */
export type CreditNoteLine = Pick<
  Database['public']['Tables']['credit_notes']['Row'],
  'id' | 'credit_number' | 'status' | 'reason' | 'issue_date' | 'created_at' | 'currency' | 'network_status'
> & { gross: string; open: string; contact: Client | null; invoice: { invoice_number: string | null } | null }

const columns = `id, credit_number, status, reason, issue_date, created_at, currency, network_status, gross::text, open::text,
  contact:contacts!credit_notes_contact_id_fkey(id, type, name, last_name, company),
  invoice:invoices!credit_notes_invoice_id_fkey(invoice_number)`

/** One page of the credit notes, filtered and sorted by the database. Words are found in number and client. */
export function readCreditNotes({ filter, ...page }: PageRequest<typeof creditNoteFilters>) {
  const text = storableLine(filter.q)
  const count = page.after ? {} : { count: 'exact' as const }
  let query =
    text === ''
      ? db.from('credit_notes').select(columns, count)
      : db.rpc('credit_notes_named', { p_text: text }, count).select(columns)
  if (filter.status) query = query.eq('status', filter.status)
  if (filter.client) query = query.eq('contact_id', filter.client)
  if (filter.network) query = query.eq('network_status', filter.network)
  // What a draft or a void one would give is no credit.
  if (filter.credit) query = query.in('status', ['issued', 'part_allocated']).gt('open', 0)
  return pageOf<CreditNoteLine>(query, page)
}
