import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** The root of all that a signed-in client reads about their own quotations and orders. */
export const ownPapersKey = ['own-papers'] as const

/** What was offered to a signed-in client, newest first, at most 200: the database shows them nothing of others. */
export const ownQuotationsQuery = queryOptions({
  queryKey: [...ownPapersKey, 'quotations'],
  refetchOnWindowFocus: true,
  queryFn: async ({ signal }) => {
    const [offered, ordered] = await Promise.all([
      db
        .from('quotations')
        .select(
          `id, number_with_version, project_title, status, valid_until, sent_at, public_uuid, currency, gross::text`,
        )
        .is('link_revoked_at', null)
        .neq('status', 'cancelled')
        .order('sent_at', { ascending: false, nullsFirst: false })
        .limit(200)
        .abortSignal(signal)
        .throwOnError(),
      // Not embedded: a quotation of extra work points at an order as well, and the embedded server takes that one.
      db
        .from('orders')
        .select('quotation_id, status, deposit_amount::text, deposit_paid::text')
        .order('ordered_at', { ascending: false })
        .limit(200)
        .abortSignal(signal)
        .throwOnError(),
    ])
    return offered.data.map((quotation) => ({
      ...quotation,
      orders: ordered.data.filter(({ quotation_id }) => quotation_id === quotation.id),
    }))
  },
})
export type OwnQuotation = Awaited<ReturnType<NonNullable<(typeof ownQuotationsQuery)['queryFn']>>>[number]

/** What a signed-in client ordered, newest first, at most 200. */
export const ownOrdersQuery = queryOptions({
  queryKey: [...ownPapersKey, 'orders'],
  refetchOnWindowFocus: true,
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('orders')
      .select(
        `id, order_number, project_title, status, ordered_at, due_date, client_po, currency, gross::text,
        deposit_amount::text, deposit_paid::text, delivered_pct::text,
        quotation:quotations!orders_quotation_id_fkey(public_uuid, number_with_version)`,
      )
      .order('ordered_at', { ascending: false })
      .limit(200)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
export type OwnOrder = Awaited<ReturnType<NonNullable<(typeof ownOrdersQuery)['queryFn']>>>[number]
