import { runningSince, type TimeEntry, workedSeconds } from '@/shared/domain/time-entry'
import { type Behavior } from '../behavior'
import { serverSecond } from '../server-clock-live'
import { useBehavior } from './use-behavior'

const still: Behavior<number | null> = { getSnapshot: () => 0, subscribe: () => () => {} }

/** Seconds worked, ticking by the server's clock while the timer runs; null until that clock is known. */
export function useWorkedSeconds(entry: Pick<TimeEntry, 'status' | 'sessions'>): number | null {
  const now = useBehavior(runningSince(entry) === null ? still : serverSecond)
  return now === null ? null : workedSeconds(entry, now)
}

/** The server's time in ms by whole seconds while `isNeeded`; null while it is not known or not needed. */
export const useServerSecond = (isNeeded: boolean): number | null => {
  const now = useBehavior(isNeeded ? serverSecond : still)
  return isNeeded ? now : null
}
