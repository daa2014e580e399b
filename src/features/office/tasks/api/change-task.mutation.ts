import { db } from '@/shared/db/client'

/** The columns that the task dialog changes. */
export type TaskChange = { contact_id: string | null; location_id: string | null }

/** Changes one task. Throws with the server's reason, also when the task is gone or not this person's to change. */
export async function changeTask(taskId: string, change: TaskChange): Promise<void> {
  const { data, error } = await db.from('tasks').update(change).eq('id', taskId).select('id')
  if (error) throw new Error(error.message)
  if (data.length === 0) throw new Error('This task is not yours to change')
}

/** Adds and removes assignees. Simultaneous changes by others are kept. Throws with the server's reason. */
export async function changeAssignees(
  taskId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  const { error } = await db.rpc('change_task_assignees', { p_task_id: taskId, p_add: [...add], p_remove: [...remove] })
  if (error) throw new Error(error.message)
}
