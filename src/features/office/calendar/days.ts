/** Days of the calendar as `2026-11-20`. They have no time zone, so none of this knows one. */
export type Day = string

const dayMs = 86_400_000
const at = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const of = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

export const isDayText = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && of(at(text)) === text
export const addDays = (day: Day, days: number): Day => of(at(day) + days * dayMs)
/** How many days `to` is after `from`. */
export const daysBetween = (from: Day, to: Day): number => Math.round((at(to) - at(from)) / dayMs)
/** 0 is Monday. */
export const weekdayOf = (day: Day): number => (new Date(at(day)).getUTCDay() + 6) % 7
export const mondayOf = (day: Day): Day => addDays(day, -weekdayOf(day))
export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`
export const sameMonth = (one: Day, other: Day): boolean => one.slice(0, 7) === other.slice(0, 7)
/** The day in the month that many months later; the last one of it where that month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(at(firstOfMonth(day)))
  date.setUTCMonth(date.getUTCMonth() + months)
  const first = of(date.getTime())
  const wanted = addDays(first, Number(day.slice(8)) - 1)
  return sameMonth(wanted, first) ? wanted : addDays(addMonths(first, 1), -1)
}
export const daysFrom = (first: Day, count: number): Day[] => Array.from({ length: count }, (_, n) => addDays(first, n))

/** The weeks that a month stands in, Monday first. */
export function weeksOfMonth(day: Day): Day[][] {
  const first = mondayOf(firstOfMonth(day))
  const last = addDays(addMonths(firstOfMonth(day), 1), -1)
  const weeks = Math.floor(daysBetween(first, last) / 7) + 1
  return Array.from({ length: weeks }, (_, week) => daysFrom(addDays(first, week * 7), 7))
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
