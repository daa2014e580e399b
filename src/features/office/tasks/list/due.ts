import { dayHere } from '@/shared/domain/days'
import { dayText } from '@/shared/domain/formats'

/** Which tasks a list shows by their due date. */
export const dueChoices = ['today', 'late', 'week'] as const
export type DueChoice = (typeof dueChoices)[number]
export const dueLabels: Record<DueChoice, string> = { today: 'Due today', late: 'Overdue', week: 'Due this week' }

export type DueState = 'late' | 'today' | 'later'

const day = 24 * 60 * 60 * 1000

const startOfDay = (at: number) => new Date(at).setHours(0, 0, 0, 0)
/** By the calendar, so that a day of 23 or 25 hours is one day. */
const addDays = (at: number, days: number) => {
  const date = new Date(at)
  return date.setDate(date.getDate() + days)
}

/** How a due date stands at `now`; null without one, and for a task that is done. */
export function dueState(task: { due_at: string | null; status: string }, now: number): DueState | null {
  if (task.due_at === null || task.status === 'completed') return null
  const due = Date.parse(task.due_at)
  if (due < now) return 'late'
  return due < addDays(startOfDay(now), 1) ? 'today' : 'later'
}

/** A due date in words: `Today`, `Tomorrow`, `2 days late`, else the date. */
export function dueText(task: { due_at: string | null; status: string }, now: number): string {
  if (task.due_at === null) return ''
  const due = Date.parse(task.due_at)
  const days = Math.round((startOfDay(due) - startOfDay(now)) / day)
  if (task.status === 'completed') return dayText(due)
  if (dueState(task, now) === 'late') return days === 0 ? 'Today, late' : `${-days} day${days === -1 ? '' : 's'} late`
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : dayText(due)
}

/** The day of a due date, here. */
export const dueDay = (dueAt: string): string => dayText(dueAt)

/** From (inclusive) and before (exclusive) of a choice at `now`, as ISO times. A week ends with its Sunday. */
export function dueRange(choice: DueChoice, now: number): { from: string | null; before: string } {
  const today = startOfDay(now)
  const iso = (at: number) => new Date(at).toISOString()
  if (choice === 'late') return { from: null, before: iso(now) }
  const days = choice === 'today' ? 1 : 8 - (new Date(now).getDay() || 7)
  return { from: iso(today), before: iso(addDays(today, days)) }
}

/** What a date field (`2026-11-20`) means: done by the end of that day, here. Null for an empty or strange one. */
export function endOfDay(date: string): string | null {
  const [year, month, dayOfMonth] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)?.slice(1).map(Number) ?? []
  if (!year || !month || !dayOfMonth) return null
  const end = new Date(year, month - 1, dayOfMonth, 23, 59, 59)
  return end.getMonth() === month - 1 ? end.toISOString() : null
}

/** The day of a due date as a date field wants it, here. */
export const dateField = (dueAt: string | null): string => (dueAt === null ? '' : dayHere(Date.parse(dueAt)))
