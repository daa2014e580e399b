import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { type TimeEntry, timeEntryColumns, toTimeEntry } from '@/shared/domain/time/time-entry'
import { timeTodayKey } from './time-today.query'

/** The running timer of this person, else the paused one they touched last, else null. */
export const myTimerQuery = (userId: string) =>
  queryOptions({
    queryKey: [...timeTodayKey, 'timer', userId],
    queryFn: async ({ signal }): Promise<TimeEntry | null> => {
      const { data } = await db
        .from('time_entries')
        .select(timeEntryColumns)
        .eq('user_id', userId)
        .in('status', ['active', 'paused'])
        .order('status')
        .order('touched_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data === null ? null : toTimeEntry(data)
    },
  })
