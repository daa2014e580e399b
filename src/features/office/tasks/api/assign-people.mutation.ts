import { db } from '@/shared/db/client'
import { assignmentNoticeId } from '@/shared/domain/records/notification'
import { changeAssignees } from './change-task.mutation'

type Assignment = {
  task: { id: string; title: string; assignees: readonly string[] }
  assignees: readonly string[]
  /** The person who assigns. */
  by: string
}

/** Changes the assignees of a task and notifies the new ones. Throws as `changeTask`; a failed notice does not throw. */
export async function assignPeople({ task, assignees, by }: Assignment): Promise<void> {
  await changeAssignees(task.id, {
    add: assignees.filter((userId) => !task.assignees.includes(userId)),
    remove: task.assignees.filter((userId) => !assignees.includes(userId)),
  })
  const newcomers = assignees.filter((userId) => userId !== by && !task.assignees.includes(userId))
  for (const userId of newcomers) {
    await db.from('notifications').insert({
      id: assignmentNoticeId(task.id, userId),
      user_id: userId,
      type: 'task_assigned',
      title: 'New task assigned',
      message: `You have been assigned to: ${task.title}`,
      metadata: { task_id: task.id, created_by: by },
    })
  }
}
