import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FilterValues } from '@/kit/list/filter'
import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { askedRecords } from '@/kit/thread/thread.query'
import type { Database } from '@/shared/db/database.types'
import { db } from '@/shared/db/client'
import { fields, text as words } from '@/shared/domain/records/mini-schema'
import { storableLine } from '@/shared/domain/text/storable'
import { invoicesKey } from '../../shared/keys'
import { today } from '../../shared/today'
import type { invoiceFilters } from '../invoice-filters'

export type Client = { id: string; type: string; name: string | null; last_name: string | null; company: string | null }

export type InvoiceLine = Pick<
  Database['public']['Tables']['invoices']['Row'],
  | 'id'
  | 'invoice_number'
  | 'kind'
  | 'status'
  | 'state'
  | 'project_title'
  | 'issue_date'
  | 'due_date'
  | 'created_at'
  | 'currency'
  | 'network_status'
> & { gross: string; paid: string; written_off: string; balance: string; contact: Client | null }

const columns = `id, invoice_number, kind, status, state, project_title, issue_date, due_date, created_at, currency, network_status, gross::text,
  paid::text, written_off::text, balance::text, contact:contacts!invoices_contact_id_fkey(id, type, name, last_name, company)`

/** One page of the list of invoices, filtered and sorted by the database. Words are found in number, title and client. */
export async function readInvoices({ filter, ...page }: PageRequest<typeof invoiceFilters>) {
  const text = storableLine(filter.q)
  const count = page.after ? {} : { count: 'exact' as const }
  let query =
    text === ''
      ? db.from('invoices').select(columns, count)
      : db.rpc('invoices_named', { p_text: text }, count).select(columns)
  if (filter.status) query = query.eq('state', filter.status)
  if (filter.client) query = query.eq('contact_id', filter.client)
  if (filter.network) query = query.eq('network_status', filter.network)
  if (filter.overdue) query = query.in('status', ['issued', 'partly_paid']).gt('balance', 0).lt('due_date', today())
  if (filter.asked) query = query.in('id', (await askedRecords(page.signal))('invoice'))
  return pageOf<InvoiceLine>(query, page)
}

const totalsSchema = fields({ gross: words, drafts: words, balance: words, overdue: words })

/** The sums of all invoices that the filters leave, as decimal text. */
export const invoiceTotalsQuery = (filter: FilterValues<typeof invoiceFilters>) =>
  queryOptions({
    queryKey: [...invoicesKey, 'totals', filter],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const text = storableLine(filter.q)
      const { data } = await db
        .rpc('invoice_totals', {
          p_on: today(),
          p_overdue: filter.overdue,
          p_asked: filter.asked,
          ...(filter.status ? { p_status: filter.status } : {}),
          ...(filter.client ? { p_contact_id: filter.client } : {}),
          ...(text ? { p_text: text } : {}),
          ...(filter.network ? { p_network: filter.network } : {}),
        })
        .abortSignal(signal)
        .throwOnError()
      return totalsSchema.parse(data)
    },
  })
