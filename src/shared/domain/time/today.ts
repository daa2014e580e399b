import { dayAfter } from './days.ts'
import { calendarDayText, zoneOfTimes } from '../text/formats.ts'
import { dayIn, instantOf } from './zoned.ts'

/**
 * The company's current day as the database writes it: `2026-11-20`. The device's day until the company's zone is read.
 */
export const todayOf = (now: number): string => dayIn(zoneOfTimes(), new Date(now).toISOString())

/** The company's calendar day of an instant, in the company's date format. Server and browser write the same. */
export const companyDayText = (at: string): string => calendarDayText(todayOf(Date.parse(at)))

/** The start of a day of the company in ms; with `days` that many days later, also across a change of the clocks. */
export const startOfDay = (day: string, days = 0): number => instantOf(zoneOfTimes(), dayAfter(day, days), '00:00')

/** The start of the company's day around `now` and of the next day, in ms. */
export function dayAroundMs(now: number): { start: number; end: number } {
  const day = todayOf(now)
  return { start: startOfDay(day), end: startOfDay(day, 1) }
}
