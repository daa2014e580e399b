import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { type TimeEntry, timeEntryColumns, toTimeEntry } from '@/shared/domain/time/time-entry'
import { tasksKey } from '../tasks.query'

export const taskTimersKey = [...tasksKey, 'timers'] as const

/** The timers of a person for a task, the running one first, then the one touched last; 100 at most. */
export const taskTimersQuery = (taskId: string, userId: string) =>
  queryOptions({
    queryKey: [...taskTimersKey, taskId, userId],
    queryFn: async ({ signal }): Promise<TimeEntry[]> => {
      const { data } = await db
        .from('time_entries')
        .select(timeEntryColumns)
        .eq('task_id', taskId)
        .eq('user_id', userId)
        .order('status')
        .order('touched_at', { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data.map(toTimeEntry)
    },
  })
