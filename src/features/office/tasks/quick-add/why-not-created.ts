import { hasTitle } from '@/shared/domain/tasks/task'
import { hasWrongField, type WrittenDraft } from '@/shared/domain/text/task-description'

/** Why Create cannot be pressed yet, in words; null when nothing is missing (spec 2 §5). */
export function whyNotCreated(
  drafts: readonly WrittenDraft[],
  isPrivate: boolean,
  assignees: readonly string[],
): string | null {
  const titled = drafts.filter(hasTitle)
  if (titled.length === 0) return 'Enter a title first.'
  if (titled.some(hasWrongField)) return 'Correct the marked fields above.'
  return isPrivate || assignees.length > 0 ? null : 'Choose an assignee, or make the task private.'
}
