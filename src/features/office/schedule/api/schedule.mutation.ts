import { z } from 'zod'
import { db } from '@/shared/db/client'

const copiedSchema = z.object({
  copied: z.number(),
  there: z.number(),
  skipped: z.array(z.object({ user_id: z.string(), starts_at: z.string(), because: z.string() })),
})
/** The number of copied shifts, of existing ones, and the conflicting ones with the reason. */
export type Copied = z.infer<typeof copiedSchema>

/** Copies the shifts of the week of a day to the week of another day, at the same clock times. */
export async function copyWeek(from: string, to: string): Promise<Copied> {
  const { data } = await db.rpc('copy_week', { p_from: from, p_to: to }).throwOnError()
  return copiedSchema.parse(data)
}

type Leave = {
  id: string
  kind: string
  starts_on: string
  ends_on: string
  reason: string | null
  /** The person of an absence that a planner enters; default: the own request. */
  user_id?: string
  clearsShifts?: boolean
}

/** Asks for leave, or enters the absence of a colleague, which is approved at once. @throws refusals in words */
export async function askLeave({ id, kind, starts_on, ends_on, reason, user_id, clearsShifts }: Leave): Promise<void> {
  await db
    .rpc('ask_absence', {
      p_id: id,
      p_kind: kind,
      p_starts_on: starts_on,
      p_ends_on: ends_on,
      ...(reason ? { p_reason: reason } : {}),
      ...(user_id ? { p_user_id: user_id } : {}),
      ...(clearsShifts ? { p_clear_shifts: true } : {}),
    })
    .throwOnError()
}

/** @throws PT409 with the detail `shifts` when there are shifts in these days and `clearsShifts` is not set */
export async function approveLeave(id: string, clearsShifts = false): Promise<void> {
  await db.rpc('decide_absence', { p_id: id, p_status: 'approved', p_clear_shifts: clearsShifts }).throwOnError()
}

export async function refuseLeave(id: string, answer: string): Promise<void> {
  await db.rpc('decide_absence', { p_id: id, p_status: 'refused', p_answer: answer }).throwOnError()
}

export async function withdrawLeave(id: string): Promise<void> {
  await db.rpc('withdraw_absence', { p_id: id }).throwOnError()
}

/** True when an approval was refused because of shifts in these days. They can be removed with it. */
export const isAboutShifts = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === 'PT409' && Reflect.get(error, 'details') === 'shifts'
