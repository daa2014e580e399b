import { hasTitle, titleProblem } from '@/shared/domain/tasks/task'
import { descriptionProblem, type Todo } from '@/shared/domain/text/task-description'

type WrittenDraft = { title: string; description: string; todos: readonly Todo[] }

/** Why Create cannot be pressed yet, in words; null when nothing is missing (spec 2 §5). */
export function whyNotCreated(
  drafts: readonly WrittenDraft[],
  isPrivate: boolean,
  assignees: readonly string[],
): string | null {
  const titled = drafts.filter(hasTitle)
  if (titled.length === 0) return 'Enter a title first.'
  const isWrong = titled.some((draft) => titleProblem(draft.title) !== null || descriptionProblem(draft) !== null)
  if (isWrong) return 'Correct the marked fields above.'
  return isPrivate || assignees.length > 0 ? null : 'Choose an assignee, or make the task private.'
}
