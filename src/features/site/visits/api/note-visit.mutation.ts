import { db } from '@/shared/db/client'

/** Counts an opened page. A failed count is ignored. */
export async function noteVisit(path: string, referrer: string): Promise<void> {
  await db.rpc('note_visit', { p_path: path, ...(referrer ? { p_referrer: referrer } : {}) })
}
