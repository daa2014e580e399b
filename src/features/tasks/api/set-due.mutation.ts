import { db } from '@/shared/db/client'

/** Sets or, with null, takes away the due date. Throws where the task is gone or not this person's to change. */
export async function setDue(taskId: string, dueAt: string | null): Promise<void> {
  const { data } = await db.from('tasks').update({ due_at: dueAt }).eq('id', taskId).select('id').throwOnError()
  if (data.length === 0) throw new Error('This task is not yours to change')
}
