import { db } from '@/shared/db/client'
import { type TimeEntry, toTimeEntry } from '@/shared/domain/time/time-entry'

export type TimerMove = 'pause' | 'resume' | 'stop'

export type HowToMove = {
  /** pause, stop: when the work ended (ISO 8601); null: now, or at the pause. */
  ended?: string | null
  /** resume: another timer of the person that runs is paused at the same moment. */
  pausesOther?: boolean
}

/** Moves a timer and returns its new state. The database computes sessions and total (spec 2 §4). */
export async function moveTimer(move: TimerMove, id: string, how: HowToMove = {}): Promise<TimeEntry> {
  const { data } = await db
    .rpc(`${move}_timer`, {
      p_entry: id,
      ...(how.ended ? { p_ended: how.ended } : {}),
      ...(how.pausesOther ? { p_pause_other: true } : {}),
    })
    .throwOnError()
  return toTimeEntry(data)
}
