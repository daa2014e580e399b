import { db } from '@/shared/db/client'
import { storable, storableLine } from '@/shared/domain/text/storable'
import { readChecklist, replaceText } from '@/shared/domain/tasks/task-checklist'
import { changeDescription } from './change-description'

/** `theirs`: another person changed it meanwhile, so nothing was overwritten. */
export type TextSaved = 'saved' | 'theirs'

type Texts = {
  /** The text when the person began to write. */
  seen: string
  wanted: string
}

const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`

/** Changes a task's title, unless another person changed it meanwhile. Throws a sentence when it cannot be saved. */
export async function saveTitle(taskId: string, texts: Texts): Promise<TextSaved> {
  const { seen } = texts
  const wanted = storableLine(texts.wanted)
  const saved = await db
    .from('tasks')
    .update({ title: wanted })
    .eq('id', taskId)
    // Quoted, because `eq` would misread the title null, or a title in quotation marks.
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
 * Replaces a description's text and keeps its checklist. Other people's changes to the checklist stay; other people's
 * changes to the text are not overwritten. `seen` and `wanted` are texts without the checklist.
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
