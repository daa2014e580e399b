import { db } from '@/shared/db/client'
import type { Json } from '@/shared/db/database.types'

/**
 * Moves a job from the stage that the person saw to another one. `steps`: the results of its open steps.
 * @throws PT409 with a sentence when the job is in another stage now, or the move is not allowed
 */
export async function moveJob(id: string, from: string, to: string, steps: Json[] = []): Promise<void> {
  await db
    .rpc('move_job', { p_id: id, p_from: from, p_to: to, ...(steps.length > 0 ? { p_steps: steps } : {}) })
    .throwOnError()
}

export async function holdJob(id: string, reason: string): Promise<void> {
  await db.rpc('hold_job', { p_id: id, p_reason: reason }).throwOnError()
}

/** A job on hold goes on in the stage that it was held in. */
export async function releaseJob(id: string): Promise<void> {
  await db.rpc('release_job', { p_id: id }).throwOnError()
}

/** Cancels one job that is not made. `elsewhere`: somebody else makes it, so that its order asks for no other job. */
export async function cancelJob(id: string, reason: string, elsewhere: boolean): Promise<void> {
  await db.rpc('cancel_job', { p_id: id, p_reason: reason, p_elsewhere: elsewhere }).throwOnError()
}

/** A cancelled job goes on with its steps as they were. */
export async function beginJobAgain(id: string): Promise<void> {
  await db.rpc('begin_job_again', { p_id: id }).throwOnError()
}
