import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { startOfDay } from '@/shared/domain/today'

/** Deliveries that are planned for a day of the company, in their order: at most 20. */
export const deliveriesOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: ['jobs', 'deliveries of day', day],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('deliveries')
        .select('id, delivery_number, project_title, status, scheduled_at')
        .gte('scheduled_at', new Date(startOfDay(day)).toISOString())
        .lt('scheduled_at', new Date(startOfDay(day, 1)).toISOString())
        .neq('status', 'cancelled')
        .order('scheduled_at')
        .limit(20)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
