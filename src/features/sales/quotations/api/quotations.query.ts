import type { Database } from '@/shared/db/database.types'
import { db } from '@/shared/db/client'
import { storable } from '@/shared/domain/storable'
import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import type { quotationFilters } from '../quotation-filters'

/** The root of all that is read about quotations. */
export const quotationsKey = ['quotations'] as const

export type Client = { id: string; type: string; name: string | null; last_name: string | null; company: string | null }

export type QuotationLine = Pick<
  Database['public']['Tables']['quotations']['Row'],
  | 'id'
  | 'number_with_version'
  | 'status'
  | 'project_title'
  | 'created_at'
  | 'sent_at'
  | 'last_viewed_at'
  | 'valid_until'
  | 'follow_up_on'
  | 'account_manager_id'
> & { gross: string; contact: Client | null }

const columns = `id, number_with_version, status, project_title, created_at, sent_at, last_viewed_at, valid_until,
  follow_up_on, account_manager_id, gross::text, contact:contacts!quotations_contact_id_fkey(id, type, name, last_name, company)`

const open = ['draft', 'sent', 'change_requested']

/** One page of the list of quotations, filtered and sorted by the database. */
export function readQuotations({ filter, ...page }: PageRequest<typeof quotationFilters>) {
  let query = db.from('quotations').select(columns, page.after ? {} : { count: 'exact' })
  const text = storable(filter.q).trim()
  if (text !== '') {
    const pattern = `"*${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('*', '_')}*"`
    query = query.or(`quotation_number.ilike.${pattern},project_title.ilike.${pattern}`)
  }
  if (filter.show === 'open') query = query.in('status', open)
  if (filter.show === 'closed') query = query.not('status', 'in', `(${open.join(',')})`)
  if (filter.status) query = query.eq('status', filter.status)
  if (filter.client) query = query.eq('contact_id', filter.client)
  if (filter.owner) query = query.eq('account_manager_id', filter.owner)
  if (filter.due) query = query.lte('follow_up_on', new Date().toISOString().slice(0, 10))
  return pageOf<QuotationLine>(query, page)
}
