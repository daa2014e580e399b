import { db } from '@/shared/db/client'
import { type TimeEntry, toTimeEntry } from '@/shared/domain/time-entry'

export type TimerMove = 'pause' | 'resume' | 'stop'

/** Moves a timer and gives it as it is then. The database computes sessions and total (spec 2 §4). */
export async function moveTimer(move: TimerMove, id: string): Promise<TimeEntry> {
  const { data } = await db.rpc(`${move}_timer`, { p_entry: id }).throwOnError()
  return toTimeEntry(data)
}
