import { db } from '@/shared/db/client'
import { storable } from '@/shared/domain/text/storable'

/** More people than this do not change one description within the same second. */
const mostTries = 8

/**
 * Compare-and-set, repeated until no other change came between. `change` is applied to the current description, first
 * to `seen`; it returns null when it is no longer possible. Returns the description afterwards, and whether the change
 * is in it. Throws with the server's reason.
 */
export async function changeDescription(
  taskId: string,
  seen: string,
  change: (now: string) => string | null,
): Promise<{ description: string; isMade: boolean }> {
  let now = seen
  for (let tries = 0; tries < mostTries; tries += 1) {
    const changed = change(now)
    if (changed === null) return { description: now, isMade: false }
    const wanted = storable(changed)
    if (wanted === now && tries > 0) return { description: now, isMade: true }
    const { data, error } = await db.rpc('replace_task_description', {
      p_task_id: taskId,
      p_expected: now,
      p_description: wanted,
    })
    if (error) throw new Error(error.message)
    if (data === wanted) return { description: wanted, isMade: true }
    now = data
  }
  throw new Error('The description keeps changing')
}
