import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { tasksKey } from '../tasks.query'

/** True where the person gets no notices of replies to this task. */
export const mutedQuery = (taskId: string, userId: string) =>
  queryOptions({
    queryKey: [...tasksKey, 'muted', taskId, userId],
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data } = await db
        .from('task_mutes')
        .select('task_id')
        .eq('task_id', taskId)
        .eq('user_id', userId)
        .abortSignal(signal)
        .throwOnError()
      return data.length > 0
    },
  })
