import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { tasksKey } from '../tasks.query'

export type ReadyRow = { user_id: string; ready: boolean; updated_at: string }

export const readyKey = (taskId: string) => [...tasksKey, 'ready', taskId] as const

/** The people who are ready with a task. */
export const readyMarksQuery = (taskId: string) =>
  queryOptions({
    queryKey: readyKey(taskId),
    queryFn: async ({ signal }): Promise<ReadyRow[]> => {
      const { data } = await db
        .from('task_ready')
        .select('user_id, ready, updated_at')
        .eq('task_id', taskId)
        .order('updated_at')
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
