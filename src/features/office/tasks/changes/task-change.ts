import { statusLabels } from '@/shared/domain/tasks/task'
import type { Outcome, TaskStep } from '../api/change-tasks.mutation'
import type { TaskRow } from '../api/tasks.query'

/** What a person sets on one or several tasks. */
export type Setting = { status: string } | { due_at: string | null } | { person: string; name: string; joins: boolean }

/** The step of a task; null where the task has this value already. */
export function stepOf(task: TaskRow, setting: Setting): TaskStep | null {
  if ('status' in setting)
    return task.status === setting.status ? null : { id: task.id, status: setting.status, seen_status: task.status }
  if ('due_at' in setting)
    return isSameTime(task.due_at, setting.due_at)
      ? null
      : { id: task.id, sets_due: true, due_at: setting.due_at, seen_due_at: task.due_at }
  const isIn = task.assignees.includes(setting.person)
  if (isIn === setting.joins) return null
  return { id: task.id, [setting.joins ? 'add' : 'remove']: [setting.person] }
}

const isSameTime = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other))

/** The step that takes another one back. */
export const backOf = (step: TaskStep): TaskStep => ({
  id: step.id,
  ...(step.status !== undefined && step.seen_status !== undefined
    ? { status: step.seen_status, seen_status: step.status }
    : {}),
  ...(step.sets_due ? { sets_due: true, due_at: step.seen_due_at ?? null, seen_due_at: step.due_at ?? null } : {}),
  ...(step.add ? { remove: step.add } : {}),
  ...(step.remove ? { add: step.remove } : {}),
})

const tasksText = (count: number): string => (count === 1 ? '1 task' : `${count} tasks`)

/** The change in words: `“Neon” is Completed`, `3 tasks are due 4 Dec 2026`. `day` writes a due date. */
export function doneText(
  tasks: readonly Pick<TaskRow, 'title'>[],
  setting: Setting,
  day: (dueAt: string) => string,
): string {
  const [only] = tasks
  const subject = tasks.length === 1 && only ? `“${only.title}”` : tasksText(tasks.length)
  const is = tasks.length === 1 ? 'is' : 'are'
  if ('status' in setting) return `${subject} ${is} ${statusLabels[setting.status] ?? setting.status}`
  if ('due_at' in setting)
    return setting.due_at === null
      ? `${subject} ${tasks.length === 1 ? 'has' : 'have'} no due date`
      : `${subject} ${is} due ${day(setting.due_at)}`
  return setting.joins ? `${setting.name} joined ${subject}` : `${setting.name} left ${subject}`
}

const reasons: Record<Exclude<Outcome, 'changed'>, string> = {
  gone: 'deleted meanwhile',
  meanwhile: 'changed by somebody else meanwhile',
  refused: 'not yours to change',
}

/** Names the tasks that were not changed, each with its reason; null when all were. At most `most` are named. */
export function refusedText(
  tasks: readonly TaskRow[],
  outcomes: ReadonlyMap<string, Outcome>,
  most = 5,
): string | null {
  const left = tasks.flatMap(({ id, title }) => {
    const outcome = outcomes.get(id) ?? 'gone'
    return outcome === 'changed' ? [] : [`“${title}” (${reasons[outcome]})`]
  })
  if (left.length === 0) return null
  const more = left.length > most ? ` and ${left.length - most} more` : ''
  return `Not changed: ${left.slice(0, most).join(', ')}${more}`
}
