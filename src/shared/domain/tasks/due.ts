import { dayText } from '../text/formats'
import { daysBetween } from '../time/days'
import { startOfDay, todayOf } from '../time/today'

export type DueState = 'late' | 'today' | 'later'

/** The state of a due date at `now`; null without one, and for a completed task. */
export function dueState(task: { due_at: string | null; status: string }, now: number): DueState | null {
  if (task.due_at === null || task.status === 'completed') return null
  const due = Date.parse(task.due_at)
  if (due < now) return 'late'
  return due < startOfDay(todayOf(now), 1) ? 'today' : 'later'
}

/** A due date in words: `Today`, `Tomorrow`, `2 days late`, else the date. */
export function dueText(task: { due_at: string | null; status: string }, now: number): string {
  if (task.due_at === null) return ''
  const due = Date.parse(task.due_at)
  const days = daysBetween(todayOf(now), todayOf(due))
  if (task.status === 'completed') return dayText(due)
  if (dueState(task, now) === 'late') return days === 0 ? 'Today, late' : `${-days} day${days === -1 ? '' : 's'} late`
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : dayText(due)
}

/** The day of a due date. */
export const dueDay = (dueAt: string): string => dayText(dueAt)
