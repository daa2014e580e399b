import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Database } from '@/shared/db/database.types'
import { db } from '@/shared/db/client'
import { fields, finite, listOf, text as words } from '@/shared/domain/records/mini-schema'
import { storableLine } from '@/shared/domain/text/storable'
import { todayOf } from '@/shared/domain/time/today'
import type { PageRequest } from '@/kit/list/define-list'
import type { FilterValues } from '@/kit/list/filter'
import { pageOf } from '@/kit/list/keyset'
import { askedRecords } from '@/kit/thread/thread.query'
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
  | 'closed_on'
  | 'currency'
> & { gross: string; contact: Client | null; loss: { reason: string } | null }

const columnsOf = (
  loss: '' | '!inner',
) => `id, number_with_version, status, project_title, created_at, sent_at, last_viewed_at,
  valid_until, follow_up_on, account_manager_id, closed_on, currency, gross::text, loss:quotation_losses${loss}(reason), contact:contacts!quotations_contact_id_fkey(id, type, name, last_name, company)`

/** The statuses of a quotation that needs an action. */
export const openStatuses: readonly string[] = ['draft', 'sent', 'change_requested']
const open = [...openStatuses]

type QuotationFilter = FilterValues<typeof quotationFilters>

/** The statuses of won and of lost quotations. */
const won = ['approved', 'converted']
const lost = ['rejected', 'expired', 'cancelled']

/** A week from today is the last day of `Expires within a week`. */
const inAWeek = () => todayOf(Date.now() + 7 * 24 * 3600_000)

/** One page of the list of quotations, filtered and sorted by the database. Words are found in number, title and client. */
export async function readQuotations({ filter, ...page }: PageRequest<typeof quotationFilters>) {
  const text = storableLine(filter.q)
  const columns = columnsOf(filter.lost && filter.lost !== 'unsaid' ? '!inner' : '')
  const count = page.after ? {} : { count: 'exact' as const }
  let query =
    text === ''
      ? db.from('quotations').select(columns, count)
      : db.rpc('quotations_named', { p_text: text }, count).select(columns)
  if (filter.show === 'open') query = query.in('status', open)
  if (filter.show === 'won') query = query.in('status', won).not('closed_on', 'is', null)
  if (filter.show === 'lost') query = query.in('status', lost).not('closed_on', 'is', null)
  if (filter.lost === 'unsaid') query = query.in('status', lost).not('closed_on', 'is', null).is('loss', null)
  else if (filter.lost) query = query.eq('loss.reason', filter.lost)
  if (filter.closed.from) query = query.gte('closed_on', filter.closed.from)
  if (filter.closed.to) query = query.lte('closed_on', filter.closed.to)
  if (filter.status) query = query.eq('status', filter.status)
  if (filter.client) query = query.eq('contact_id', filter.client)
  if (filter.owner) query = query.eq('account_manager_id', filter.owner)
  if (filter.asked) query = query.in('id', (await askedRecords(page.signal))('quotation'))
  if (filter.due) query = query.lte('follow_up_on', todayOf(Date.now()))
  if (filter.expiring)
    query = query.eq('status', 'sent').gte('valid_until', todayOf(Date.now())).lte('valid_until', inAWeek())
  return pageOf<QuotationLine>(query, page)
}

const sums = listOf(fields({ status: words, quotations: finite, gross: words }))

/** Number and gross of all quotations with these filters, by status; of `show` as the list does. */
export const quotationSumsQuery = ({ q, show, status, client, owner, due, expiring, lost, closed }: QuotationFilter) =>
  queryOptions({
    queryKey: [...quotationsKey, 'sums', { q, show, status, client, owner, due, expiring, lost, closed }],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('quotation_sums', {
          p_due: due,
          p_expiring: expiring,
          ...(storableLine(q) === '' ? {} : { p_text: storableLine(q) }),
          ...(client ? { p_contact_id: client } : {}),
          ...(owner ? { p_owner: owner } : {}),
          ...(status ? { p_status: status } : {}),
          ...(show === 'won' || show === 'lost' ? { p_result: show } : {}),
          ...(lost ? { p_lost: lost } : {}),
          ...(closed.from ? { p_closed_from: closed.from } : {}),
          ...(closed.to ? { p_closed_to: closed.to } : {}),
        })
        .abortSignal(signal)
        .throwOnError()
      return sums.parse(data).filter(({ status: of }) => show !== 'open' || openStatuses.includes(of))
    },
  })

/** The newest quotations of one column of the board. */
export const boardColumnQuery = (filter: QuotationFilter, status: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'board', status, filter],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const page = await readQuotations({
        filter: { ...filter, status, show: 'all' },
        sort: { by: 'created_at', down: true },
        after: null,
        limit: 20,
        signal,
      })
      return page.rows
    },
  })
