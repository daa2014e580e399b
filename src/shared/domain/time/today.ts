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

type DayAround = { start: number; end: number }
let lastAsked = { zone: '', now: NaN, day: { start: NaN, end: NaN } satisfies DayAround }

/**
 * The start of the company's day around `now` and of the next day, in ms. The last answer is kept: each row of a long list
 * asks for the same moment, and a calendar day of a zone costs some tenths of a millisecond.
 */
export function dayAroundMs(now: number): DayAround {
  const zone = zoneOfTimes()
  if (lastAsked.zone === zone && lastAsked.now === now) return lastAsked.day
  const today = todayOf(now)
  const day = { start: startOfDay(today), end: startOfDay(today, 1) }
  lastAsked = { zone, now, day }
  return day
}
