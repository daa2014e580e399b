import { db } from '@/shared/db/client'

/**
 * Moves a job from the stage that the person saw to another one.
 * @throws PT409 in words when the job stands elsewhere by now, or may not go there
 */
export async function moveJob(id: string, from: string, to: string): Promise<void> {
  await db.rpc('move_job', { p_id: id, p_from: from, p_to: to }).throwOnError()
}

export async function holdJob(id: string, reason: string): Promise<void> {
  await db.rpc('hold_job', { p_id: id, p_reason: reason }).throwOnError()
}

/** A job on hold goes on in the stage that it was held in. */
export async function releaseJob(id: string): Promise<void> {
  await db.rpc('release_job', { p_id: id }).throwOnError()
}
