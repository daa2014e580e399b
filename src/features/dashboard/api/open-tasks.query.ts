import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { dashboardKey } from './dashboard-key'

export const openTasksKey = [...dashboardKey, 'open-tasks'] as const

export type OpenTask = { id: string; title: string; status: string; created_at: string }
export type OpenTasks = { tasks: OpenTask[]; count: number }

/** Open tasks, the newest six of them and how many there are: of one person, or all that this person may see. */
export const openTasksQuery = (assignee: string | 'anybody') =>
  queryOptions({
    queryKey: [...openTasksKey, assignee],
    queryFn: async ({ signal }): Promise<OpenTasks> => {
      const open = db
        .from('tasks')
        .select('id, title, status, created_at', { count: 'exact' })
        .neq('status', 'completed')
      const wanted = assignee === 'anybody' ? open : open.contains('assignees', [assignee])
      const { data, count } = await wanted
        .order('created_at', { ascending: false })
        .limit(6)
        .abortSignal(signal)
        .throwOnError()
      return { tasks: data, count: count ?? data.length }
    },
  })
