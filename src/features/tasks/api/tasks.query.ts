import { infiniteQueryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { TaskScope } from '@/shared/domain/task'

/** The root of every tasks key: invalidate it and lists and open tasks read again. */
export const tasksKey = ['tasks'] as const
export const taskListsKey = [...tasksKey, 'list'] as const
export const taskKey = (taskId: string) => [...tasksKey, 'task', taskId] as const

const pageSize = 100

export type TaskFilter = { scope: TaskScope; status: string | null; userId: string }
export type TaskRow = {
  id: string
  title: string
  status: string
  created_by: string | null
  assignees: string[]
  created_at: string
}
/** The last row of a page: the next page starts after it, whatever was added meanwhile. */
type Cursor = Pick<TaskRow, 'created_at' | 'id'>

/** The tasks a person may see, newest first, 100 a page. */
export const taskListQuery = ({ scope, status, userId }: TaskFilter) =>
  infiniteQueryOptions({
    queryKey: [...taskListsKey, userId, scope, status],
    initialPageParam: null as Cursor | null,
    queryFn: async ({ pageParam: after, signal }): Promise<TaskRow[]> => {
      let tasks = db.from('tasks').select('id, title, status, created_by, assignees, created_at')
      if (scope === 'mine') tasks = tasks.contains('assignees', [userId])
      if (scope === 'created') tasks = tasks.eq('created_by', userId)
      if (status !== null) tasks = tasks.eq('status', status)
      if (after !== null) {
        const { created_at, id } = after
        tasks = tasks.or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`)
      }
      const { data } = await tasks
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(pageSize)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1) ?? null)),
  })
