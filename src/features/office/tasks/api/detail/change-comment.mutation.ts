import { db } from '@/shared/db/client'
import { storable } from '@/shared/domain/text/storable'

/** Changes the text of a comment of the person's own. Throws where it is gone or somebody else's. */
export async function changeComment(id: string, html: string): Promise<void> {
  const { data } = await db
    .from('task_comments')
    .update({ content: storable(html) })
    .eq('id', id)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new Error('This comment is not yours to change')
}

/** Removes a comment of the person's own. Throws where it is gone or somebody else's. */
export async function removeComment(id: string): Promise<void> {
  const { data } = await db.from('task_comments').delete().eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw new Error('This comment is not yours to delete')
}
