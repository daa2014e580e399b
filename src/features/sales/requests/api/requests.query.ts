import { queryOptions } from '@tanstack/react-query'
import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import type { requestFilters } from '../request-filters'

/** The root of all that is read about requests of visitors. */
export const requestsKey = ['visitor-requests'] as const

const columns = `id, form, reference, name, company, email, phone, words, status, settled_by, settled_at, created_at, brief_id,
  quotation_id, contact_id, contact:contacts(id, type)`

export type VisitorRequest = {
  id: string
  form: string
  reference: string | null
  name: string
  company: string | null
  email: string | null
  phone: string | null
  words: string | null
  status: string
  settled_by: string | null
  settled_at: string | null
  created_at: string
  brief_id: string | null
  quotation_id: string | null
  contact_id: string | null
  contact: { id: string; type: string } | null
}

/** One page of the requests; each word is found in the names, the address or what the visitor wrote. */
export async function readRequests({ filter, ...page }: PageRequest<typeof requestFilters>) {
  let query = db.from('visitor_requests').select(columns, page.after ? {} : { count: 'exact' as const })
  if (filter.show === 'open') query = query.eq('status', 'open')
  if (filter.form) query = query.eq('form', filter.form)
  const words = storableLine(filter.q).replaceAll(/[\\%_,()"*]/g, ' ')
  for (const word of words.split(' ').filter(Boolean).slice(0, 8))
    query = query.or(['name', 'company', 'email', 'reference', 'words'].map((of) => `${of}.ilike.*${word}*`).join(','))
  return pageOf<VisitorRequest>(query, page)
}

/** One request; null where it is gone. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: [...requestsKey, 'one', id],
    queryFn: async ({ signal }): Promise<VisitorRequest | null> => {
      const { data } = await db
        .from('visitor_requests')
        .select(columns)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
