/** Days of the calendar as the database writes them: `2026-11-20`. They have no time zone. */

const dayMs = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const written = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** True for a real calendar day; `2026-02-30` is none. */
export const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at(text)) && written(at(text)) === text

/** The day so many days after `2026-11-20`. */
export const dayAfter = (day: string, days: number): string => written(at(day) + days * dayMs)

/** The number of days from `from` to `to`. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / dayMs)

/** The day of the week: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: string): number => new Date(at(day)).getUTCDay() || 7

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => dayAfter(day, 1 - weekdayOf(day))

/** The first and the last day of the month before that of a day. */
export function monthBefore(day: string): { from: string; to: string } {
  const to = dayAfter(`${day.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** The day of a moment where the person is. */
export function dayHere(moment: number | Date): string {
  const here = new Date(moment)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${here.getFullYear()}-${two(here.getMonth() + 1)}-${two(here.getDate())}`
}
