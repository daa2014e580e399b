import { currentFormats } from '../../../shared/domain/text/formats.ts'
import { dayAfter, daysBetween, weekdayOf } from '../../../shared/domain/time/days.ts'

/** Calendar days as `2026-11-20`, without a time zone. */
export type Day = string

const at = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`
export const sameMonth = (one: Day, other: Day): boolean => one.slice(0, 7) === other.slice(0, 7)
/** The same day so many months later; in a shorter month its last day. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(at(firstOfMonth(day)))
  date.setUTCMonth(date.getUTCMonth() + months)
  const first = date.toISOString().slice(0, 10)
  const wanted = dayAfter(first, Number(day.slice(8)) - 1)
  return sameMonth(wanted, first) ? wanted : dayAfter(addMonths(first, 1), -1)
}
export const daysFrom = (first: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, n) => dayAfter(first, n))

/** The first day of the week of a day, as the company has its weeks: a Monday, a Saturday or a Sunday. */
export const firstOfWeek = (day: Day): Day =>
  dayAfter(day, -((weekdayOf(day) - currentFormats().first_weekday + 7) % 7))

/** The weeks of a month, each from the company's first weekday. */
export function weeksOfMonth(day: Day): Day[][] {
  const first = firstOfWeek(firstOfMonth(day))
  const last = dayAfter(addMonths(firstOfMonth(day), 1), -1)
  const weeks = Math.floor(daysBetween(first, last) / 7) + 1
  return Array.from({ length: weeks }, (_, week) => daysFrom(dayAfter(first, week * 7), 7))
}

const names = {
  month: new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  shortMonth: new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' }),
  weekday: new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }),
  longWeekday: new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }),
}
export const monthText = (day: Day): string => names.month.format(at(day))
export const shortMonthText = (day: Day): string => names.shortMonth.format(at(day))
export const shortWeekday = (day: Day): string => names.weekday.format(at(day))
export const longWeekday = (day: Day): string => names.longWeekday.format(at(day))
export const numberOfDay = (day: Day): number => Number(day.slice(8))
