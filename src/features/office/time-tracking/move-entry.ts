import type { TimeEntry } from '@/shared/domain/time/time-entry'

/** An action on one of the person's timers. */
export type MoveEntry = {
  move: 'pause' | 'resume' | 'stop'
  entry: TimeEntry
  /** pause, stop: when the work ended; null: now, or at the pause. */
  ended?: string | null
  /** resume: the timer that runs is paused at the same moment. */
  pausesOther?: boolean
}
