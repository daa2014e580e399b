import { dayAfter } from '@/shared/domain/time/days'

/** A period of days, both included. */
type Days = { from: string; to: string }

/** The first day of the month so many months after that of `day`. */
export function monthStart(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 10)
}

export const lastOfMonth = (day: string): string => dayAfter(monthStart(day, 1), -1)

/** The same day of an earlier month, or its last one where it has no such day. */
export function dayMonthsBack(day: string, months: number): string {
  const first = monthStart(day, -months)
  const same = `${first.slice(0, 8)}${day.slice(8)}`
  return same > lastOfMonth(first) ? lastOfMonth(first) : same
}

/** The same day of an earlier month. The last day of a month goes to the last one: what is over is compared as a whole. */
export const monthsBack = (day: string, months: number): string =>
  day === lastOfMonth(day) ? lastOfMonth(monthStart(day, -months)) : dayMonthsBack(day, months)

/** The months of a period: `2026-05`. */
export function monthsOf({ from, to }: Days): string[] {
  const months: string[] = []
  for (let day = monthStart(from, 0); day <= to; day = monthStart(day, 1)) months.push(day.slice(0, 7))
  return months
}

const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

/** `May` of `2026-05`. */
export const monthLabel = (month: string): string => monthNames.format(new Date(`${month}-01T00:00:00Z`))

/** `May 2026` */
export const monthWords = (month: string): string => `${monthLabel(month)} ${month.slice(0, 4)}`
