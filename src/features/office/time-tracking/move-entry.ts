import type { TimeEntry } from '@/shared/domain/time-entry'

/** What a person wants of one of their timers. */
export type MoveEntry = { move: 'pause' | 'resume' | 'stop'; entry: TimeEntry }
