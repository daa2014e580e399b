import { hasTitle, titleProblem } from '../tasks/task'
import { isDay } from '../time/days'
import { writeChecklist } from '../tasks/task-checklist'

export type Todo = { id: string; text: string; completed: boolean }

/** The database takes no more, in bytes. */
const descriptionLimit = 1024 * 1024

/** A description as stored: the text, then the checklist. */
export const storedDescription = ({ description, todos }: { description: string; todos: readonly Todo[] }): string =>
  description +
  writeChecklist(todos.flatMap((todo) => (todo.text.trim() === '' ? [] : [{ ...todo, text: todo.text.trim() }])))

/** Why a description cannot be saved, in words; null when it can. */
export function descriptionProblem(draft: { description: string; todos: readonly Todo[] }): string | null {
  const bytes = new TextEncoder().encode(storedDescription(draft)).byteLength
  if (bytes <= descriptionLimit) return null
  const megabytes = (Math.ceil((bytes / descriptionLimit) * 10) / 10).toFixed(1)
  return `The description is too long: at most 1 MB with its pictures (now ${megabytes} MB). Attach large pictures as files.`
}

/** `due`: the due day, empty, or the typed text while it is no day. */
export type WrittenDraft = { title: string; description: string; todos: readonly Todo[]; due: string }

/** True where a marked field keeps the draft from being saved. */
export const hasWrongField = (draft: WrittenDraft): boolean =>
  titleProblem(draft.title) !== null || descriptionProblem(draft) !== null || (draft.due !== '' && !isDay(draft.due))

/** Something to create, and nothing that would be refused (spec 2 §5). Drafts without a title are left out. */
export function canBeCreated(drafts: readonly WrittenDraft[]): boolean {
  const titled = drafts.filter(hasTitle)
  return titled.length > 0 && !titled.some(hasWrongField)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0', amp: '&' }

/** A tag, whose quoted attributes may hold `>`; or text up to the next tag; or a stray `<`. */
export const htmlPieces = /<(?:"[^"]*"|'[^']*'|[^'"<>])*>|[^<]+|</g

export const decoded = (html: string): string =>
  html.replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (whole, name: string) => entities[name] ?? whole)

const breaksLine = /^<\/?(?:p|br|li|ul|ol|div|h[1-6]|blockquote|pre)\b/i

/** The visible text of rich text, line by line. */
export const plainTextOf = (html: string): string =>
  (html.match(htmlPieces) ?? [])
    .map((piece) => (piece.length > 1 && piece.startsWith('<') ? (breaksLine.test(piece) ? '\n' : '') : decoded(piece)))
    .join('')
    .replace(/\n+/g, '\n')
    .trim()
