import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { dayAround } from '../today'
import { dashboardKey } from './dashboard-key'

export const deliveriesTodayKey = [...dashboardKey, 'deliveries'] as const

/** What leaves the house on the day of `now` (ms), in the order of the clock. */
export const deliveriesTodayQuery = (now: number) => {
  const { start, end } = dayAround(now)
  return queryOptions({
    queryKey: [...deliveriesTodayKey, start],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('deliveries')
        .select('id, delivery_number, project_title, method, status, scheduled_at')
        .gte('scheduled_at', start)
        .lt('scheduled_at', end)
        .neq('status', 'cancelled')
        .order('scheduled_at')
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}
