import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { tasksOf } from '@/shared/domain/tasks/task'
import { dashboardKey } from './dashboard-key'

export const openTasksKey = [...dashboardKey, 'open-tasks'] as const

export type OpenTask = { id: string; title: string; status: string; created_at: string; due_at: string | null }
export type OpenTasks = { tasks: OpenTask[]; count: number }

/** The open tasks of one person: their number and six of them, due ones first, then the newest. */
export const openTasksQuery = (userId: string) =>
  queryOptions({
    queryKey: [...openTasksKey, userId],
    queryFn: async ({ signal }): Promise<OpenTasks> => {
      const { data, count } = await db
        .from('tasks')
        .select('id, title, status, created_at, due_at', { count: 'exact' })
        .neq('status', 'completed')
        .or(tasksOf(userId))
        .order('due_at', { nullsFirst: false })
        .order('created_at', { ascending: false })
        .limit(6)
        .abortSignal(signal)
        .throwOnError()
      return { tasks: data, count: count ?? data.length }
    },
  })
