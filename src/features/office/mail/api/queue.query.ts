import { queryOptions } from '@tanstack/react-query'
import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { type Mail, mailColumns, mailKey } from '@/kit/mail/mail.query'
import { db } from '@/shared/db/client'
import { storable } from '@/shared/domain/text/storable'
import type { queueFilters } from '../queue-filters'

export const queueKey = [...mailKey, 'queue'] as const

/** One page of the queue, filtered and sorted by the database. */
export function readQueue({ filter, ...page }: PageRequest<typeof queueFilters>) {
  let query = db.from('scheduled_emails').select(mailColumns, page.after === null ? { count: 'exact' } : {})
  if (filter.show === 'waiting') query = query.in('status', ['queued', 'sending'])
  else if (filter.show !== 'all') query = query.eq('status', filter.show)
  const text = storable(filter.q).trim()
  if (text !== '') {
    const pattern = `"*${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('*', '_')}*"`
    query = query.or(
      `record_label.ilike.${pattern},subject.ilike.${pattern},template_name.ilike.${pattern},recipients.cs.{${
        /^[\w.@+-]+$/.test(text) ? text.toLowerCase() : '-'
      }}`,
    )
  }
  return pageOf<Mail>(query, page)
}

/** A mail as it went out; `body` is null until then. */
export const mailQuery = (id: string) =>
  queryOptions({
    queryKey: [...queueKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('scheduled_emails')
        .select(`${mailColumns}, body, cc, template_key, language, attachments`)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
