import { infiniteQueryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { tasksKey } from '../tasks.query'

export type TaskComment = {
  id: string
  user_id: string | null
  content: string
  attachments: string[]
  /** The name of each file on its device, by path. */
  file_names: unknown
  created_at: string
  edited_at: string | null
}
/** The oldest loaded comment, where the page before ends. */
type Cursor = Pick<TaskComment, 'created_at' | 'id'>

const pageSize = 30

export const commentsKey = (taskId: string) => [...tasksKey, 'comments', taskId] as const

/** The comments of a task, the newest page first; show them with `inOrder`, oldest first (spec 2 §7). */
export const commentsQuery = (taskId: string) =>
  infiniteQueryOptions({
    queryKey: commentsKey(taskId),
    initialPageParam: null as Cursor | null,
    queryFn: async ({ pageParam: before, signal }): Promise<TaskComment[]> => {
      let comments = db
        .from('task_comments')
        .select('id, user_id, content, attachments, file_names, created_at, edited_at')
        .eq('task_id', taskId)
      if (before !== null) {
        const { created_at, id } = before
        comments = comments.or(`created_at.lt."${created_at}",and(created_at.eq."${created_at}",id.lt.${id})`)
      }
      const { data } = await comments
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(pageSize)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1) ?? null)),
  })

export const inOrder = (pages: readonly (readonly TaskComment[])[]): TaskComment[] => pages.flat().toReversed()
