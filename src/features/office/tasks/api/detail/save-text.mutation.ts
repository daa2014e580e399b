import { db } from '@/shared/db/client'
import { storable, storableLine } from '@/shared/domain/text/storable'
import { readChecklist, replaceText } from '@/shared/domain/tasks/task-checklist'
import { changeDescription } from './change-description'

/** `theirs`: somebody else changed it meanwhile, so nothing was saved over it. */
export type TextSaved = 'saved' | 'theirs'

type Texts = {
  /** What the person saw when they began to write. */
  seen: string
  wanted: string
}

const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`

/** Gives a task another title, unless somebody else did meanwhile. Throws in words when it cannot be saved. */
export async function saveTitle(taskId: string, texts: Texts): Promise<TextSaved> {
  const { seen } = texts
  const wanted = storableLine(texts.wanted)
  const saved = await db
    .from('tasks')
    .update({ title: wanted })
    .eq('id', taskId)
    // Quoted, because `eq` would read a title that says null, or stands in quotation marks, as something else.
    .filter('title', 'in', `(${quoted(seen)})`)
    .select('id')
  if (saved.error) throw new Error(saved.error.message)
  if (saved.data.length > 0) return 'saved'
  const now = await db.from('tasks').select('title').eq('id', taskId).maybeSingle()
  if (now.error) throw new Error(now.error.message)
  if (now.data?.title === wanted) return 'saved'
  if (now.data === null || now.data.title === seen) throw new Error('This task is not yours to change')
  return 'theirs'
}

/**
 * Gives a task another description over its checklist. What somebody else changed in the checklist meanwhile stays;
 * what they changed in the text is not saved over. `seen` and `wanted` are texts without the checklist.
 */
export async function saveDescription(taskId: string, description: string, texts: Texts): Promise<TextSaved> {
  const { seen } = texts
  const wanted = storable(texts.wanted)
  const { isMade } = await changeDescription(taskId, description, (now) => {
    const { text } = readChecklist(now)
    return text === wanted ? now : text === seen ? replaceText(now, wanted) : null
  })
  return isMade ? 'saved' : 'theirs'
}
