import { db } from '@/shared/db/client'

/** Deletes a task with its comments and ready marks. Throws when it is gone or the person may not. */
export async function deleteTask(taskId: string): Promise<void> {
  const { data } = await db.from('tasks').delete().eq('id', taskId).select('id').throwOnError()
  if (data.length === 0) throw new Error('This task is not yours to delete')
}
