import { runningSince, runsLong, type TimeEntry, workedSeconds } from '@/shared/domain/time/time-entry'
import type { Behavior } from '../behavior'
import { serverSecond } from '../server-clock-live'

export type Timed = Pick<TimeEntry, 'status' | 'sessions'>

const still: Behavior<number | null> = { getSnapshot: () => 0, subscribe: () => () => {} }

/** The server's time in ms, in whole seconds while it is needed. Otherwise it does not tick. */
export const secondsWhile = (isNeeded: boolean): Behavior<number | null> => (isNeeded ? serverSecond : still)

/** The clock of one timer: the server's while it runs. */
export const clockOf = (entry: Timed): Behavior<number | null> => secondsWhile(runningSince(entry) !== null)

/** The worked seconds by that clock; null until it is known. */
export const workedBy = (entry: Timed, now: number | null): number | null =>
  now === null ? null : workedSeconds(entry, now)

/** True when a timer has run for more than so many hours by that clock. It changes once, not every second. */
export function longRunOf(entry: Timed, hours: number): Behavior<boolean> {
  const { getSnapshot, subscribe } = clockOf(entry)
  return {
    subscribe,
    getSnapshot: () => {
      const now = getSnapshot()
      return now !== null && runsLong(entry, now, hours)
    },
  }
}
