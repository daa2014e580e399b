import { db } from '@/shared/db/client'

/** Brings back a task that this person deleted within the last hour, with its comments. Throws in words afterwards. */
export async function restoreTask(taskId: string): Promise<void> {
  await db.rpc('restore_task', { p_id: taskId }).throwOnError()
}
