import { db } from '@/shared/db/client'
import { statusLabels } from '@/shared/domain/tasks/task'

type StatusChange = {
  taskId: string
  /** The statuses that this person saw or set before. */
  seen: readonly string[]
  to: string
}

/**
 * Changes a task's status, unless another person set one that this person has not seen. Throws the server's reason,
 * also when the task is gone or the person may not change it.
 */
export async function setStatus({ taskId, seen, to }: StatusChange): Promise<void> {
  const { data, error } = await db
    .from('tasks')
    .update({ status: to })
    .eq('id', taskId)
    .in('status', [...seen, to])
    .select('id')
  if (error) throw new Error(error.message)
  if (data.length > 0) return
  const now = await db.from('tasks').select('status').eq('id', taskId).maybeSingle()
  if (now.error) throw new Error(now.error.message)
  if (now.data === null || seen.includes(now.data.status)) throw new Error('This task is not yours to change')
  const status = statusLabels[now.data.status] ?? now.data.status
  throw new Error(`Somebody set it to “${status}” meanwhile. Choose again if you want another one.`)
}
