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
