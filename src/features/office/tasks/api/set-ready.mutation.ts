import { db } from '@/shared/db/client'

/** Sets or removes a person's own ready mark (spec 2 §7). */
export async function setReady(taskId: string, userId: string, ready: boolean): Promise<void> {
  await db
    .from('task_ready')
    .upsert({ task_id: taskId, user_id: userId, ready }, { onConflict: 'task_id,user_id' })
    .throwOnError()
}
