import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { tasksOf } from '@/shared/domain/tasks/task'
import { dayAround } from '../today'
import { openTasksKey } from './open-tasks.query'

export type DueTask = { id: string; title: string; status: string; due_at: string }

/** More than a person can do today: the number beyond is not told apart. */
const most = 200

/** Open tasks of one person that are due by the end of the day of `now` (ms), the latest first in line. */
export const dueTasksQuery = (userId: string, now: number) => {
  const { end } = dayAround(now)
  return queryOptions({
    queryKey: [...openTasksKey, 'due', userId, end],
    queryFn: async ({ signal }): Promise<DueTask[]> => {
      const { data } = await db
        .from('tasks')
        .select('id, title, status, due_at')
        .or(tasksOf(userId))
        .neq('status', 'completed')
        .lt('due_at', end)
        .order('due_at')
        .limit(most)
        .abortSignal(signal)
        .throwOnError()
      return data.flatMap(({ due_at, ...task }) => (due_at === null ? [] : [{ ...task, due_at }]))
    },
  })
}
