import { db } from '@/shared/db/client'

/** Adds files to a task and removes some; files of others stay. Throws in words where the task is not this person's to change. */
export async function changeTaskFiles(
  taskId: string,
  { add = [], remove = [] }: { add?: string[]; remove?: string[] },
): Promise<void> {
  await db.rpc('change_task_files', { p_task_id: taskId, p_add: add, p_remove: remove }).throwOnError()
}
