import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** Deliveries that are planned for a day of the reader, in their order: at most 20. */
export const deliveriesOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: ['jobs', 'deliveries of day', day],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const from = new Date(`${day}T00:00:00`)
      const to = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1)
      const { data } = await db
        .from('deliveries')
        .select('id, delivery_number, project_title, status, scheduled_at')
        .gte('scheduled_at', from.toISOString())
        .lt('scheduled_at', to.toISOString())
        .neq('status', 'cancelled')
        .order('scheduled_at')
        .limit(20)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
