import { z } from 'zod'
import { uploadOnce } from '@/shared/db/bucket-files'
import { db } from '@/shared/db/client'
import { drawnSmaller } from '@/shared/lib/drawn-smaller'
import type { MadeAnswer, MaterialAnswer, StepAnswer } from '../hand-over'

export type Check = {
  /** Chosen by the caller, so that a repeated call checks once. */
  id: string
  jobId: string
  result: 'pass' | 'fail'
  note: string | null
  photo: File | null
  /** The number of pieces to make again, as decimal text; null: the job returns to production. */
  remake: string | null
  /** A code of `checkReasons`. */
  reason?: string | null
  /** The step to repeat with all after it; for a remake, its first step. */
  backTo?: string | null
  /** How many pieces did not pass and go back, as decimal text; null: all of them. */
  failed?: string | null
  /** What became of open steps, and what was used of the kept material. */
  steps?: (StepAnswer | MadeAnswer)[]
  material?: MaterialAnswer[]
}

/** The longer edge of a photo, in pixels. */
const longest = 1800

/** Records the quality control of a job. Returns the id of the remake, if any. @throws a sentence with the reason */
export async function checkJob(check: Check): Promise<string | null> {
  const { id, jobId, result, note, photo, remake, reason, backTo, failed, steps, material } = check
  let path: string | null = null
  if (photo) {
    // Re-encodes the photo: this refuses a file that is no picture, and drops the place where it was taken.
    const small = await drawnSmaller(photo, longest)
    path = `${jobId}/${id}.jpg`
    await uploadOnce('job-photos', path, small)
  }
  const { data } = await db
    .rpc('check_job', {
      p_id: id,
      p_job_id: jobId,
      p_result: result,
      ...(note ? { p_note: note } : {}),
      ...(path ? { p_photo: path } : {}),
      ...(remake ? { p_remake_qty: Number(remake) } : {}),
      ...(reason ? { p_reason: reason } : {}),
      ...(backTo ? { p_back_to: backTo } : {}),
      ...(failed ? { p_failed: Number(failed) } : {}),
      ...(steps && steps.length > 0 ? { p_steps: steps } : {}),
      ...(material && material.length > 0 ? { p_material: material } : {}),
    })
    .throwOnError()
  return data
}

/** Sets a job's whole need of an item, as decimal text in the stock unit; zero removes it. */
export async function planMaterial(jobId: string, itemId: string, qty: string): Promise<void> {
  await db.rpc('plan_material', { p_job_id: jobId, p_item_id: itemId, p_qty: Number(qty) }).throwOnError()
}

const takenSchema = z.object({ on_hand: z.string(), unit: z.string() })

/** Books material out for a job, in the stock unit. Returns the rest. `id` is chosen by the caller. */
export async function takeMaterial(take: { id: string; jobId: string; itemId: string; qty: string }) {
  const { data } = await db
    .rpc('take_material', { p_id: take.id, p_job_id: take.jobId, p_item_id: take.itemId, p_qty: Number(take.qty) })
    .throwOnError()
  return takenSchema.parse(data)
}

/** Reverses a taken material. @throws PT409 with a sentence when it was already reversed */
export async function putMaterialBack(taken: string, id: string): Promise<void> {
  await db.rpc('undo_movement', { p_id: taken, p_reversal_id: id }).throwOnError()
}
