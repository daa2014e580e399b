import type { CreateTasks } from '@/machines/quick-add/quick-add.machine'
import { db } from '@/shared/db/client'
import { assignmentNoticeId } from '@/shared/domain/notification'
import { textToHtml } from '@/shared/domain/task'

const alreadyThere = '23505'

/**
 * Creates the tasks and tells their assignees (spec 2 §7). Doing it again with the same drafts creates nothing twice:
 * a task that is already there, from a save whose answer was lost, is brought to what the draft says now.
 * Throws with the server's reason when a task cannot be saved; notices that cannot be sent are no reason.
 */
export async function createTasks({ drafts, assignees, createdBy }: CreateTasks): Promise<{ count: number }> {
  for (const draft of drafts) {
    const task = await saveTask({
      id: draft.id,
      title: draft.title.trim(),
      description: textToHtml(draft.description) || null,
      images: [],
      created_by: createdBy,
      assignees: [...assignees],
      contact_id: null,
      location_id: null,
      related_quotation_id: null,
    })
    await tellAssignees(task, createdBy)
  }
  return { count: drafts.length }
}

type NewTask = {
  id: string
  title: string
  description: string | null
  images: string[]
  created_by: string
  assignees: string[]
  contact_id: string | null
  location_id: string | null
  related_quotation_id: string | null
}
type SavedTask = { id: string; title: string; assignees: string[] }

async function saveTask(task: NewTask): Promise<SavedTask> {
  const saved = 'id, title, assignees'
  const inserted = await db.from('tasks').insert(task).select(saved).single()
  if (inserted.error === null) return inserted.data
  if (inserted.error.code !== alreadyThere) throw new Error(inserted.error.message)

  const { id, created_by: _, ...content } = task
  const brought = await db.from('tasks').update(content).eq('id', id).select(saved).single()
  if (brought.error !== null) throw new Error(brought.error.message)
  return brought.data
}

async function tellAssignees(task: SavedTask, createdBy: string): Promise<void> {
  const notices = task.assignees
    .filter((userId) => userId !== createdBy)
    .map((userId) => ({
      id: assignmentNoticeId(task.id, userId),
      user_id: userId,
      type: 'task_assigned',
      title: 'New task assigned',
      message: `You have been assigned to: ${task.title}`,
      metadata: { task_id: task.id, created_by: createdBy },
    }))
  if (notices.length === 0) return
  const { error } = await db.from('notifications').insert(notices)
  if (error?.code !== alreadyThere) return
  for (const notice of notices) await db.from('notifications').insert(notice)
}
