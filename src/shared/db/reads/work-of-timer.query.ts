import { queryOptions } from '@tanstack/react-query'
import { type TimedWork, timedWorkColumns } from '@/shared/domain/time/timed-work'
import { db } from '../client'

/** The root of the keys below. */
export const workOfTimerKey = ['work of timer'] as const

/** What a timer counts for; null when it is gone. `touchedAt`: of the entry. */
export const workOfTimerQuery = (id: string, touchedAt: string) =>
  queryOptions({
    queryKey: [...workOfTimerKey, id, touchedAt],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<TimedWork | null> => {
      const { data } = await db
        .from('time_entries')
        .select(timedWorkColumns)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
