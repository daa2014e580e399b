import { db } from '@/shared/db/client'

/** What of a task is changed in its dialog. */
export type TaskChange =
  | { title: string }
  | { status: string }
  | { assignees: string[] }
  | { contact_id: string | null; location_id: string | null }

/** Changes one task. Throws with the server's reason, also when the task is gone or not this person's to change. */
export async function changeTask(taskId: string, change: TaskChange): Promise<void> {
  const { data, error } = await db.from('tasks').update(change).eq('id', taskId).select('id')
  if (error) throw new Error(error.message)
  if (data.length === 0) throw new Error('This task is not yours to change')
}
