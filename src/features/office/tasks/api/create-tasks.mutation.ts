import type { CreateTasks, TasksCreated } from '@/machines/quick-add/quick-add.events'
import type { DraftContent } from '@/machines/quick-add/draft-content'
import { db } from '@/shared/db/client'
import { highlightMentions, type Mentionable, mentionedIn } from '@/shared/domain/text/mention'
import { assignmentNoticeId } from '@/shared/domain/records/notification'
import { derivedId } from '@/shared/domain/records/derived-id'
import { storable, storableLine } from '@/shared/domain/text/storable'
import { storedDescription } from '@/shared/domain/text/task-description'
import { endOfDay } from '../list/due'
import { readMentionable } from './detail/mentionable.query'
import { ownNames } from '@/shared/domain/web/own-names'
import { reasonInWords } from './reason'

const alreadyThere = '23505'

/**
 * Creates the tasks one after another and notifies their people (spec 2 §7). A mentioned person joins the task, so a
 * private one becomes shared (§4, §5). Repeating it with the same drafts creates no duplicates: a task that this page
 * sent before, whose answer was lost, is updated to the draft's current text. A task that a second tab created from the
 * same draft with another text is left unchanged, and the answer names it. The first task that cannot be saved stops
 * the rest; the answer names the saved tasks and the reason. A failed notice does not stop it.
 */
export async function createTasks({ drafts, assignees, createdBy }: CreateTasks): Promise<TasksCreated> {
  const created: string[] = []
  let [mentioned, converted] = [false, false]
  try {
    const people = drafts.some(mayMention) ? await readMentionable() : []
    for (const draft of drafts) {
      const named = mentionedIn(draft, people).filter((userId) => userId !== createdBy)
      const added = named.filter((userId) => !assignees.includes(userId))
      const task = await saveTask(taskOf(draft, [...assignees, ...added], createdBy, people))
      created.push(draft.id)
      mentioned ||= added.length > 0
      converted ||= assignees.length === 0 && added.length > 0
      await tellMentioned(task, named, createdBy)
    }
    return { created, mentioned, converted, failure: null }
  } catch (error) {
    if (!(error instanceof SaveRefused) && !isRefusal(error)) throw error
    return { created, mentioned, converted, failure: reasonInWords(error.message) }
  }
}

class SaveRefused extends Error {}

/** An error of the database client has the server's code. Any other error is a bug in the app. */
const isRefusal = (error: unknown): error is Error => error instanceof Error && 'code' in error

const mayMention = ({ title, description }: DraftContent) => title.includes('@') || description.includes('@')

function taskOf(draft: DraftContent, assignees: string[], createdBy: string, people: readonly Mentionable[]) {
  const description = highlightMentions(draft.description, people)
  return {
    id: draft.id,
    title: storableLine(draft.title),
    description: storable(storedDescription({ ...draft, description })) || null,
    images: draft.files.map(({ path }) => path),
    file_names: ownNames(draft.files),
    created_by: createdBy,
    assignees,
    contact_id: draft.client?.id ?? null,
    location_id: draft.location?.id ?? null,
    related_quotation_id: draft.quotation?.id ?? null,
    ...linkOf(draft.about),
    due_at: endOfDay(draft.due),
    reminder_hours: draft.reminder,
  }
}

/** The columns that name the record of a task. */
const linkOf = (about: DraftContent['about']) => ({
  job_id: about?.kind === 'job' ? about.id : null,
  order_id: about?.kind === 'order' ? about.id : null,
  delivery_id: about?.kind === 'delivery' ? about.id : null,
})

type SavedTask = { id: string; title: string; assignees: string[] }

async function saveTask(task: ReturnType<typeof taskOf>): Promise<SavedTask> {
  const saved = 'id, title, assignees'
  const words = wordsOf(task)
  const sent = sentBefore.get(task.id) ?? new Set()
  sentBefore.set(task.id, new Set([...sent, words]))
  const inserted = await db.from('tasks').insert(task).select(saved).single()
  if (inserted.error === null) return inserted.data
  if (inserted.error.code !== alreadyThere) throw new SaveRefused(inserted.error.message)

  const there = await db
    .from('tasks')
    .select('title, description, images, created_by')
    .eq('id', task.id)
    .eq('created_by', task.created_by)
    .maybeSingle()
  if (there.error !== null) throw new SaveRefused(there.error.message)
  const stored = there.data && wordsOf(there.data)
  if (there.data === null) return saveTask({ ...task, id: derivedId(task.id, words) })
  if (stored !== words && (stored === null || !sent.has(stored)))
    throw new SaveRefused(
      `It was created in another tab already, as “${there.data.title}”. Change it there, and remove this draft here`,
    )

  const { id, created_by: _, ...content } = task
  const brought = await db.from('tasks').update(content).eq('id', id).select(saved).single()
  if (brought.error !== null) throw new SaveRefused(brought.error.message)
  return brought.data
}

/** The texts that this page sent under each id, for a repeated save with another text. */
const sentBefore = new Map<string, ReadonlySet<string>>()

type TaskWords = { title: string; description: string | null; images: string[]; created_by: string | null }

const wordsOf = ({ title, description, images, created_by }: TaskWords): string =>
  JSON.stringify([title, description, images, created_by])

/** The database notifies the assignees; a mention takes the place of that notice. */
async function tellMentioned(task: SavedTask, mentioned: readonly string[], createdBy: string): Promise<void> {
  const notices = mentioned.map((userId) => ({
    id: assignmentNoticeId(task.id, userId),
    user_id: userId,
    type: 'task_mentioned',
    title: 'You were mentioned',
    message: `You were mentioned in: ${task.title}`,
    metadata: { task_id: task.id, created_by: createdBy },
  }))
  if (notices.length === 0) return
  const { error } = await db.from('notifications').insert(notices)
  if (error?.code !== alreadyThere) return
  for (const notice of notices) await db.from('notifications').insert(notice)
}
