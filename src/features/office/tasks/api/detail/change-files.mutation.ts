import { db } from '@/shared/db/client'
import { ownNames } from '@/shared/domain/web/own-names'

/**
 * Adds files to a task with the names that they had on their device, and removes some, by path; files of others stay.
 * Throws in words where the task is not this person's to change.
 */
export async function changeTaskFiles(
  taskId: string,
  { add = [], remove = [] }: { add?: readonly { path: string; name: string }[]; remove?: string[] },
): Promise<void> {
  const p_add = add.map(({ path }) => path)
  await db
    .rpc('change_task_files', { p_task_id: taskId, p_add, p_remove: remove, p_names: ownNames(add) })
    .throwOnError()
}
