import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { topics } from '@/shared/domain/records/nudge'

/** The root of everything this feature reads. */
export const creditKey = ['credit'] as const

/** Both tables are sent on the topic of contacts, also to people who decide and may not view that page. */
export const creditLive = [{ topic: topics.page('contacts'), tables: ['credit_applications', 'contacts'] }]

/** One application with its contact; null when it is not there. */
export const creditQuery = (id: string) =>
  queryOptions({
    queryKey: [...creditKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('credit_applications')
        .select(
          `id, status, requested_limit::text, terms_days, directors, trade_refs, consent, signed_name, signed_position, signed_on,
           note, granted_limit::text, granted_days, status_note, submitted_at, decided_at, row_version,
           contact:contacts(id, type, name, last_name, company, on_stop, currency, vat_number, city, credit_limit::text, payment_terms_days)`,
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
        .select('id, at, actor_label, kind, amount::text, days, note')
        .eq('application_id', id)
        .order('id', { ascending: false })
        .limit(200)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
