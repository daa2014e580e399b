import { db } from '@/shared/db/client'
import { assignmentNoticeId } from '@/shared/domain/records/notification'
import { changeAssignees } from '../change-task.mutation'

type Mention = {
  task: { id: string; title: string; created_by: string | null; assignees: readonly string[] }
  by: { id: string; name: string }
  /** Whom the text mentions, by id. */
  mentioned: readonly string[]
  /** Identifies the mention, so that a repeated notice is sent once. */
  cause: string
}

/**
 * Notifies the mentioned people. A mentioned colleague who is not assigned becomes an assignee first, because only
 * assignees may be notified (spec 2 §5). Returns the new assignees.
 */
export async function tellMentioned({ task, by, mentioned, cause }: Mention): Promise<string[]> {
  const others = mentioned.filter((userId) => userId !== by.id && userId !== task.created_by)
  const newcomers = others.filter((userId) => !task.assignees.includes(userId))
  if (newcomers.length > 0) await changeAssignees(task.id, { add: newcomers, remove: [] })
  for (const userId of others) {
    await db.from('notifications').insert({
      id: assignmentNoticeId(cause, userId),
      user_id: userId,
      type: 'task_mentioned',
      title: 'You were mentioned in a task',
      message: `${by.name} mentioned you in "${task.title}"`,
      metadata: { task_id: task.id, created_by: by.id },
    })
  }
  return newcomers
}
