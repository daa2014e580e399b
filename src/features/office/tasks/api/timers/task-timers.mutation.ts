import { db } from '@/shared/db/client'

/**
 * Starts the person's timer for a task, or goes on with the paused one. Rejects with 23505 where another timer of theirs runs;
 * with `pausesOther` that one is paused at the same moment.
 */
export async function startTask(id: string, pausesOther: boolean): Promise<void> {
  await db.rpc('start_task', { p_id: id, ...(pausesOther ? { p_pause_other: true } : {}) }).throwOnError()
}

/** Pauses a timer, now or when its work `ended`. Rejects where that has to be said. */
export async function pauseTimer(id: string, ended: string | null): Promise<void> {
  await db.rpc('pause_timer', { p_entry: id, ...(ended === null ? {} : { p_ended: ended }) }).throwOnError()
}
