import type { DayRange } from '@/kit/list/day-range'
import { dayAfter, daysBetween } from '@/shared/domain/time/days'
import { dayMonthsBack, monthsBack, monthsOf, monthStart } from '../shared/months'
import { type Days, daysOf } from '../shared/days'

/** `month` and the like are shown up to today; what is over, as a whole. Years and quarters are those of the financial year. */
export const reportPeriods = [
  { value: 'year', label: 'This year' },
  { value: 'quarter', label: 'This quarter' },
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'last-year', label: 'Last year' },
] as const
export type ReportPeriod = (typeof reportPeriods)[number]['value']

/** How many months a day is after the first month of its financial year. */
const monthsIn = (day: string, firstMonth: number): number => (Number(day.slice(5, 7)) - firstMonth + 12) % 12

/** The first day of the financial year that a day is in. `firstMonth`: 1 to 12. */
export const yearBegins = (day: string, firstMonth: number): string => monthStart(day, -monthsIn(day, firstMonth))

/** The days of a named period. */
export function daysOfPeriod(name: ReportPeriod, today: string, firstMonth: number): Days {
  const year = yearBegins(today, firstMonth)
  switch (name) {
    case 'year':
      return { from: year, to: today }
    case 'quarter':
      return { from: monthStart(today, -(monthsIn(today, firstMonth) % 3)), to: today }
    case 'month':
      return { from: monthStart(today, 0), to: today }
    case 'last-month':
      return { from: monthStart(today, -1), to: dayAfter(monthStart(today, 0), -1) }
    case 'last-year':
      return { from: monthStart(year, -12), to: dayAfter(year, -1) }
  }
}

/** Chosen days; without a first day they begin with the financial year of the last one. */
export const chosenDaysOf = (range: DayRange, today: string, firstMonth: number): Days =>
  range.from === null && range.to !== null
    ? { from: yearBegins(range.to, firstMonth), to: range.to }
    : daysOf(range, today)

/** The same days of the year before. The end of a month stays one: all of February 2027 is compared with all of February 2028. */
export const yearBefore = ({ from, to }: Days): Days => ({ from: dayMonthsBack(from, 12), to: monthsBack(to, 12) })

/** The months that have a column: those of a period of 2 to 12 months, else none. */
export function monthColumns(days: Days): string[] {
  const months = daysBetween(days.from, days.to) > 366 ? [] : monthsOf(days)
  return months.length >= 2 && months.length <= 12 ? months : []
}

/** The financial year up to a day, and the one before as a whole. */
export function yearsOf(day: string, firstMonth: number): { now: Days; before: Days } {
  const from = yearBegins(day, firstMonth)
  return { now: { from, to: day }, before: { from: monthStart(from, -12), to: dayAfter(from, -1) } }
}
