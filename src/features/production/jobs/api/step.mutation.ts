import { askFirst } from '@/kit/save/ask-first'
import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'
import type { MaterialAnswer } from '../hand-over'

/**
 * Starts a step, or goes on with it, and the person's timer. Refused in words while another timer of theirs runs, unless
 * that one is to be paused. Asks first where material of its job is missing.
 */
export async function startStep(id: string, pausesOther = false): Promise<void> {
  await askFirst(() => db.rpc('start_step', { p_id: id, ...(pausesOther ? { p_pause_other: true } : {}) }))
}

/**
 * Pauses the person's timer for the step; the step pauses with its last timer. `ended`: when the work ended, for a timer
 * that was forgotten.
 */
export async function pauseStep(id: string, ended: string | null = null): Promise<void> {
  await db.rpc('pause_step', { p_id: id, ...(ended === null ? {} : { p_ended: ended }) }).throwOnError()
}

/**
 * Finishes a step; its timers are completed. Quantities are decimal text; `material`: the material used by the step;
 * `ended`: when the person's work ended, for a timer that was forgotten.
 */
export async function finishStep(
  id: string,
  good: string | null,
  waste: string | null,
  material: MaterialAnswer[] = [],
  ended: string | null = null,
): Promise<void> {
  await db
    .rpc('finish_step', {
      p_id: id,
      ...(good === null ? {} : { p_good: Number(good) }),
      ...(waste === null ? {} : { p_waste: Number(waste) }),
      ...(material.length === 0 ? {} : { p_material: material }),
      ...(ended === null ? {} : { p_ended: ended }),
    })
    .throwOnError()
}

/** This job does not need the step, with the reason. Refused without the right skip_steps. */
export async function skipStep(id: string, reason: string): Promise<void> {
  await db.rpc('skip_step', { p_id: id, p_reason: reason }).throwOnError()
}

/** A skipped step is to do again. @throws NotSaved when it is not skipped any more */
export async function bringBackStep(id: string): Promise<void> {
  const { data } = await db
    .from('job_steps')
    .update({ status: 'todo' })
    .eq('id', id)
    .eq('status', 'skipped')
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new NotSaved('conflict', 'This step is not skipped any more.')
}

export type NewStep = {
  /** Chosen by the caller, so that a repeated call adds one. */
  id: string
  jobId: string
  name: string
  workCentre: string | null
  /** Decimal text. */
  minutes: string
  /** The step that it comes behind; null: it comes first. */
  after: string | null
  beforeApproval: boolean
}

/** Adds a step to a job; it waits for the one before it. @throws PT409 in words where the job goes on without steps */
export async function addStep(step: NewStep): Promise<void> {
  await db
    .rpc('add_step', {
      p_id: step.id,
      p_job_id: step.jobId,
      p_name: step.name,
      p_minutes: Number(step.minutes),
      p_before_approval: step.beforeApproval,
      ...(step.workCentre ? { p_work_centre_id: step.workCentre } : {}),
      ...(step.after ? { p_after: step.after } : {}),
    })
    .throwOnError()
}

/**
 * Moves a step behind another one, or to the start. @throws PT409 with a sentence when that one, or its follower, has
 * begun
 */
export async function putStepAfter(id: string, after: string | null): Promise<void> {
  await db.rpc('put_step_after', { p_id: id, ...(after ? { p_after: after } : {}) }).throwOnError()
}
