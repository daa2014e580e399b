import { isDay, weekdayOf } from '@/shared/domain/time/days'
import { startOfDay, todayOf } from '@/shared/domain/time/today'

/** Which tasks a list shows by their due date. */
export const dueChoices = ['today', 'late', 'week'] as const
export type DueChoice = (typeof dueChoices)[number]
export const dueLabels: Record<DueChoice, string> = { today: 'Due today', late: 'Overdue', week: 'Due this week' }

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
