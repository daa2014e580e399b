import { dayHere } from './days.ts'
import { calendarDayText, currentFormats } from './formats.ts'
import { dayIn } from './zoned.ts'

/** The day where the company is, as the database writes days: `2026-11-20`. Where the person is, until that is known. */
export function todayOf(now: number): string {
  const { time_zone } = currentFormats()
  if (time_zone !== null) {
    try {
      return dayIn(time_zone, new Date(now).toISOString())
    } catch {
      // This browser does not know the zone.
    }
  }
  return dayHere(now)
}

/** The day of a moment where the company is, as it writes days: what the server writes and what a visitor reads agree. */
export const companyDayText = (at: string): string => calendarDayText(todayOf(Date.parse(at)))
