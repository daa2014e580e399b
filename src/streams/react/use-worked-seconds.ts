import { clockOf, longRunOf, secondsWhile, type Timed, workedBy } from '../timer/worked-time'
import { useBehavior } from './use-behavior'

/** The worked seconds, ticking by the server's clock while the timer runs; null until that clock is known. */
export const useWorkedSeconds = (entry: Timed): number | null => workedBy(entry, useBehavior(clockOf(entry)))

/** True when a timer has run for so many hours that it was probably forgotten. */
export const useRunsLong = (entry: Timed, hours: number): boolean => useBehavior(longRunOf(entry, hours))

/** The server's time in ms by whole seconds while `isNeeded`; null while it is not known or not needed. */
export const useServerSecond = (isNeeded: boolean): number | null => {
  const now = useBehavior(secondsWhile(isNeeded))
  return isNeeded ? now : null
}
