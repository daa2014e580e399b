import { z } from 'zod'

/** Every status with an icon of its own; any other value is neutral (spec 2 §4). */
export const taskStatuses = ['pending', 'in_progress', 'completed', 'other'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const statusLabels: Readonly<Record<string, string>> = {
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  other: 'Other',
}

export const titleLimit = 500

/** Only drafts with a title that says something become tasks (spec 2 §5). */
export const hasTitle = (draft: { title: string }): boolean => draft.title.trim() !== ''

/** Why a title cannot be saved, in words; null when it can. A blank title is no mistake, it only creates nothing. */
export const titleProblem = (title: string): string | null =>
  title.trim().length > titleLimit ? `Use at most ${titleLimit} characters (now ${title.trim().length}).` : null

/** An empty list of assignees means that the task is its creator's alone (spec 2 §3). */
export const isPrivate = (task: { assignees: readonly string[] | null }): boolean => !task.assignees?.length

/** Which tasks a list shows. */
export const taskScopes = ['mine', 'created', 'all'] as const
export type TaskScope = (typeof taskScopes)[number]

const uuid = z.guid()
/** An id from the address bar may be anything. */
export const isTaskId = (id: string): boolean => uuid.safeParse(id).success

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Descriptions are stored as HTML. Typed text becomes paragraphs, so that `a < b` stays what was typed. */
export function textToHtml(text: string): string {
  const safe = text.trim().replace(/[&<>"']/g, (character) => escapes[character] ?? character)
  if (safe === '') return ''
  return safe
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
}
