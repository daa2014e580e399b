import { db } from '@/shared/db/client'

/** Marks a person's unread reply notices of one task as read (spec 2 §7). */
export async function markRepliesRead({ userId, taskId }: { userId: string; taskId: string }): Promise<void> {
  await db
    .from('task_reply_notifications')
    .update({ is_read: true })
    .eq('user_id', userId)
    .eq('task_id', taskId)
    .eq('is_read', false)
    .throwOnError()
}
