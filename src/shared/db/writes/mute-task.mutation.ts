import { db } from '../client'

/** No more notices of replies to this task for this person; muting it twice mutes it once. */
export async function muteTask(taskId: string, userId: string): Promise<void> {
  await db
    .from('task_mutes')
    .upsert({ task_id: taskId, user_id: userId }, { onConflict: 'task_id,user_id', ignoreDuplicates: true })
    .throwOnError()
}

/** Notices of replies to this task again. */
export async function hearTask(taskId: string, userId: string): Promise<void> {
  await db.from('task_mutes').delete().eq('task_id', taskId).eq('user_id', userId).throwOnError()
}
