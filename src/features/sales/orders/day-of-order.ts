import { calendarDayText } from '@/shared/domain/text/formats'

type Days = { due_date: string | null; promised_date: string | null }
type Made = { status: string; due_date: string | null }

/** The day by which an order is handed over: the earlier of due and promised, as `private.day_of_order`. */
export const dayOf = ({ due_date, promised_date }: Days): string | null =>
  [due_date, promised_date].filter((day) => day !== null).toSorted()[0] ?? null

/** Work that is finished after the promised day breaks the promise: the problem of the field, by its name. */
export const dueAfterPromise = ({ due_date, promised_date }: Days): Record<string, string> =>
  due_date !== null && promised_date !== null && due_date > promised_date
    ? { due_date: `It is promised for ${calendarDayText(promised_date)}: it has to be finished by then` }
    : {}

/**
 * The days of a form. A day of finishing that nobody touched follows a promise that became earlier, because work that is
 * finished later would break it. One that was the promised day moves along with a later promise too; an earlier day of
 * its own stays.
 */
export const withFollowing = (was: Days, will: Days): Days =>
  will.promised_date !== null &&
  will.promised_date !== was.promised_date &&
  will.due_date === was.due_date &&
  (was.due_date === was.promised_date || Object.keys(dueAfterPromise(will)).length > 0)
    ? { ...will, due_date: will.promised_date }
    : will

const made = ['ready', 'delivered', 'closed', 'cancelled']

/** The jobs that move when the days of their order change, as `private.follow_order_day` moves them, and where to. */
export function movedBy<Job extends Made>(
  was: Days,
  will: Days,
  jobs: readonly Job[],
): { to: string; jobs: Job[] } | null {
  const [from, to] = [dayOf(was), dayOf(will)]
  if (to === null || to === from) return null
  return {
    to,
    jobs: jobs.filter(
      ({ status, due_date: day }) => !made.includes(status) && day !== to && (day === null || day === from || day > to),
    ),
  }
}
