import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { dayAround, timeEntriesSchema } from '../today'
import { dashboardKey } from './dashboard-key'

export const timeTodayKey = [...dashboardKey, 'time'] as const

/** An entry may have begun long before the day in which it goes on; older ones than this are over, in ms. */
const reach = 14 * 24 * 60 * 60 * 1000

/** The time entries of this person that may reach into the day of `now` (ms). */
export const timeTodayQuery = (userId: string, now: number) => {
  const { start } = dayAround(now)
  return queryOptions({
    queryKey: [...timeTodayKey, userId, start],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('time_entries')
        .select('status, sessions')
        .eq('user_id', userId)
        .gte('created_at', new Date(Date.parse(start) - reach).toISOString())
        .order('created_at', { ascending: false })
        .limit(200)
        .abortSignal(signal)
        .throwOnError()
      return timeEntriesSchema.parse(data)
    },
  })
}
