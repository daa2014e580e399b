import { openTimers } from '@/shared/db/reads/open-timers'
import { type TimeEntry, toTimeEntry } from '@/shared/domain/time/time-entry'

/** The active timer of a person, else the paused one they touched last, else null (spec 2 §4, §7). As it is stored. */
export async function readTimer(userEmail: string, signal: AbortSignal): Promise<unknown> {
  const { data } = await openTimers(userEmail).limit(1).abortSignal(signal).maybeSingle().throwOnError()
  return data
}

/** Converts the row. Throws when it is neither a timer nor null. */
export const toTimer = (row: unknown): TimeEntry | null => (row === null ? null : toTimeEntry(row))
