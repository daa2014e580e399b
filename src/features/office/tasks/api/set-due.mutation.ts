import { db } from '@/shared/db/client'

/** `reminder_hours` before the due time its people are reminded; null: no reminder. */
export type Due = { due_at: string | null; reminder_hours: number | null }

/** Sets or, with null, takes away the due date. Throws where the task is gone or not this person's to change. */
export async function setDue(taskId: string, due: Due): Promise<void> {
  const { data } = await db.from('tasks').update(due).eq('id', taskId).select('id').throwOnError()
  if (data.length === 0) throw new Error('This task is not yours to change')
}
