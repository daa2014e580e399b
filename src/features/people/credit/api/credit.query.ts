import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { CreditFilter } from '../credit-search'

/** The root of everything this feature reads. */
export const creditKey = ['credit'] as const

const statuses = { open: ['draft', 'submitted'], decided: ['approved', 'declined', 'withdrawn'] }
const pageSize = 50

/** Applications, newest first, a page at a time. */
export const creditListQuery = ({ show, client }: CreditFilter) =>
  infiniteQueryOptions({
    queryKey: [...creditKey, 'list', show, client],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const asked = db
        .from('credit_applications')
        .select(
          `id, status, requested_limit, terms_days, granted_limit, granted_days, submitted_at, decided_at, created_at,
           contact:contacts(id, type, name, last_name, company, on_stop)`,
        )
        .in('status', statuses[show])
      const { data } = await (client ? asked.eq('contact_id', client) : asked)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .range(pageParam, pageParam + pageSize - 1)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    getNextPageParam: (page, pages) => (page.length < pageSize ? null : pages.length * pageSize),
  })

/** One application with its contact; null when it is not there. */
export const creditQuery = (id: string) =>
  queryOptions({
    queryKey: [...creditKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('credit_applications')
        .select(
          `id, status, requested_limit, terms_days, directors, trade_refs, consent, signed_name, signed_position, signed_on,
           note, granted_limit, granted_days, status_note, submitted_at, decided_at, row_version,
           contact:contacts(id, type, name, last_name, company, on_stop, vat_number, city, credit_limit, payment_terms_days)`,
        )
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type CreditRow = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof creditQuery>['queryFn']>>>>

/** Everything that happened to an application, newest first. */
export const creditStoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...creditKey, 'story', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('credit_application_events')
        .select('id, at, actor_label, kind, amount, days, note')
        .eq('application_id', id)
        .order('id', { ascending: false })
        .limit(200)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
