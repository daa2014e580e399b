import { uuidOf } from '../records/uuid'
import { escapeHtml } from '../text/escape-html'
import { storableLine } from '../text/storable'

/** Every status with an icon of its own; any other value is neutral (spec 2 §4). */
export const taskStatuses = ['pending', 'in_progress', 'completed', 'other'] as const

export const statusLabels: Readonly<Record<string, string>> = {
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  other: 'Other',
}

/** The most characters of a title. */
export const titleLimit = 500

const invisible = /[\s\p{Cc}\p{Cf}]/gu

/** True when a draft's title has a visible character; only such drafts become tasks (spec 2 §5). */
export const hasTitle = (draft: { title: string }): boolean => draft.title.replace(invisible, '') !== ''

/**
 * The reason why a title cannot be saved, as a sentence; null for a valid one. A blank title is valid here, but creates no
 * task.
 */
export function titleProblem(title: string): string | null {
  const characters = [...storableLine(title)].length
  return characters > titleLimit ? `Use at most ${titleLimit} characters (now ${characters}).` : null
}

/** An empty list of assignees means that the task is its creator's alone (spec 2 §3). */
export const isPrivate = (task: { assignees: readonly string[] | null }): boolean => !task.assignees?.length

/** Which tasks a list shows. */
export const taskScopes = ['mine', 'created', 'all'] as const
export type TaskScope = (typeof taskScopes)[number]

/**
 * The condition for the tasks of a person, as PostgREST's `or` takes it: those that they are assigned to, and their own
 * private ones, which have no assignees.
 */
export const tasksOf = (userId: string): string =>
  `assignees.cs.{${userId}},and(created_by.eq.${userId},assignees.eq.{})`

/** An id from the address bar may be anything. */
export const isTaskId = (id: string): boolean => uuidOf(id) !== null

/** Descriptions are stored as HTML. Typed text becomes escaped paragraphs, so `a < b` keeps its meaning. */
export function textToHtml(text: string): string {
  const safe = escapeHtml(text.trim())
  if (safe === '') return ''
  return safe
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
}
