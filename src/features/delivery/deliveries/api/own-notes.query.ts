import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { deliveriesKey } from './deliveries.query'

/** What a signed-in client received, newest first, at most 200: the database shows them nothing of others. */
export const ownNotesQuery = queryOptions({
  queryKey: [...deliveriesKey, 'own notes'],
  refetchOnWindowFocus: true,
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('deliveries')
      .select(
        `id, delivery_number, project_title, status, method, public_uuid, delivered_at, received_by, scheduled_at,
        drops:partial_deliveries(id, seq, partial_number, status, delivered_at, received_by)`,
      )
      .in('status', ['out', 'delivered', 'partially_delivered'])
      .order('delivered_at', { ascending: false, nullsFirst: true })
      .order('seq', { referencedTable: 'partial_deliveries' })
      .limit(200)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
