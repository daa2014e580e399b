import type { SaveTick } from '@/machines/checklist/checklist.machine'
import { db } from '@/shared/db/client'
import { tickItem } from '@/shared/domain/task-checklist'

/** More people than this do not tick one list within the same second. */
const mostTries = 8

/**
 * Saves the checklist back whole, with one line ticked or not, and gives the description as it then stands. When
 * somebody else saved meanwhile, theirs is kept and the tick is set on top of it. Throws when the line is gone.
 */
export async function saveTick(taskId: string, { description, key, completed }: SaveTick): Promise<string> {
  let expected = description
  for (let tries = 0; tries < mostTries; tries += 1) {
    const wanted = tickItem(expected, key, completed)
    if (wanted === null) throw new Error('The line is no longer on the list')
    if (wanted === expected) return expected
    const { data, error } = await db.rpc('replace_task_description', {
      p_task_id: taskId,
      p_expected: expected,
      p_description: wanted,
    })
    if (error) throw new Error(error.message)
    if (data === wanted) return wanted
    expected = data
  }
  throw new Error('The list keeps changing')
}
