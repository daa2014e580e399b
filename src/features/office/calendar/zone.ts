import { dayAfter } from '../../../shared/domain/time/days.ts'
import { instantOf as instantOfClock, wallClock } from '../../../shared/domain/time/zoned.ts'
import type { Day } from './days.ts'

/** A clock time in the company's zone: the day, and the minutes since midnight by the clock. */
export type WallTime = { day: Day; minutes: number }

/** The clock time in a zone at an instant in ms. */
export function wallOf(at: number, zone: string): WallTime {
  const { day, clock } = wallClock(zone, at)
  return { day, minutes: Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) }
}

/** The moment in ms at which the clock there shows that: see `instantOf` of the domain. */
export const instantOf = ({ day, minutes }: WallTime, zone: string): number =>
  instantOfClock(zone, dayAfter(day, Math.floor(minutes / 1440)), clockOfMinutes(minutes))

/** `09:30` of 570. */
export const clockOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
