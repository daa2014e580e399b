import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { dashboardKey } from './dashboard-key'

export const openTasksKey = [...dashboardKey, 'open-tasks'] as const

/** What is still to be done by this person: tasks assigned to them and their own private ones; the newest eight. */
export const openTasksQuery = (userId: string) =>
  queryOptions({
    queryKey: [...openTasksKey, userId],
    queryFn: async ({ signal }) => {
      const { data, count } = await db
        .from('tasks')
        .select('id, title, status, created_at', { count: 'exact' })
        .neq('status', 'completed')
        .or(`assignees.cs.{${userId}},and(created_by.eq.${userId},assignees.eq.{})`)
        .order('created_at', { ascending: false })
        .limit(8)
        .abortSignal(signal)
        .throwOnError()
      return { tasks: data, count: count ?? data.length }
    },
  })
