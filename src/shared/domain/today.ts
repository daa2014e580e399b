import { currentFormats } from './formats.ts'
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
  const day = new Date(now)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The day of the week of a day such as `2026-11-20`: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
