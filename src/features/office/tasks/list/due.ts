import { daysBetween, isDay, weekdayOf } from '@/shared/domain/time/days'
import { dayText } from '@/shared/domain/text/formats'
import { startOfDay, todayOf } from '@/shared/domain/time/today'

/** Which tasks a list shows by their due date. */
export const dueChoices = ['today', 'late', 'week'] as const
export type DueChoice = (typeof dueChoices)[number]
export const dueLabels: Record<DueChoice, string> = { today: 'Due today', late: 'Overdue', week: 'Due this week' }

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

/** From (inclusive) and before (exclusive) of a choice at `now`, as ISO times. A week ends with its Sunday. */
export function dueRange(choice: DueChoice, now: number): { from: string | null; before: string } {
  const today = todayOf(now)
  const iso = (at: number) => new Date(at).toISOString()
  if (choice === 'late') return { from: null, before: iso(now) }
  const days = choice === 'today' ? 1 : 8 - weekdayOf(today)
  return { from: iso(startOfDay(today)), before: iso(startOfDay(today, days)) }
}

/** The end of the typed day (`2026-11-20`) in the company's time zone. Null for other text. */
export const endOfDay = (date: string): string | null =>
  isDay(date) ? new Date(startOfDay(date, 1) - 1000).toISOString() : null

/** The day of a due date as a date field wants it. */
export const dateField = (dueAt: string | null): string => (dueAt === null ? '' : todayOf(Date.parse(dueAt)))
