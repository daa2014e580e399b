import { dayAfter } from './days.ts'
import { calendarDayText, zoneOfTimes } from '../text/formats.ts'
import { dayIn, instantOf } from './zoned.ts'

/** The day where the company is, as the database writes days: `2026-11-20`. Where the person is, until that is known. */
export const todayOf = (now: number): string => dayIn(zoneOfTimes(), new Date(now).toISOString())

/** The company's calendar day of an instant, in the company's date format. Server and browser write the same. */
export const companyDayText = (at: string): string => calendarDayText(todayOf(Date.parse(at)))

/** When a day of the company begins, in ms; so many days later with `days`, also over the change of the clocks. */
export const startOfDay = (day: string, days = 0): number => instantOf(zoneOfTimes(), dayAfter(day, days), '00:00')

/** The first moment of the company's day around `now`, and that of the next one, in ms. */
export function dayAroundMs(now: number): { start: number; end: number } {
  const day = todayOf(now)
  return { start: startOfDay(day), end: startOfDay(day, 1) }
}
