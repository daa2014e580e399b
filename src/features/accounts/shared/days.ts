import type { DayRange } from '@/kit/list/day-range'
import { today } from './today'

export type Days = { from: string; to: string }

/** The days of a range; without a first day it begins with the year, without a last day it ends today. */
export function daysOf(range: DayRange, now = today()): Days {
  const to = range.to ?? (range.from !== null && range.from > now ? range.from : now)
  return { from: range.from ?? `${to.slice(0, 4)}-01-01`, to }
}
