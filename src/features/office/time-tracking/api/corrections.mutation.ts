import { db } from '@/shared/db/client'
import type { Session } from '@/shared/domain/time/time-entry'

export type AskedCorrection = {
  /** Chosen by the caller, so that a repeated call asks once. */
  id: string
  entryId: string
  /** All that stay; those that are left out go. */
  sessions: readonly Session[]
  reason: string
}

/**
 * Requests a correction of an own completed entry. Returns true when it was approved at once. @throws PT409 with a
 * sentence
 */
export async function askCorrection({ id, entryId, sessions, reason }: AskedCorrection): Promise<boolean> {
  const { data } = await db
    .rpc('ask_time_correction', {
      p_id: id,
      p_entry_id: entryId,
      p_sessions: sessions.map((session) => ({ ...session })),
      p_reason: reason,
    })
    .throwOnError()
  return data === 'approved'
}

export type AddedTime = {
  /** Chosen by the caller, so that a repeated call adds once. */
  id: string
  /** In UTC. */
  from: string
  until: string
  reason: string
  client: string | null
  jobId: string | null
  stepId: string | null
  orderId: string | null
}

/** Adds own work for which no timer ran. Returns true when it was approved at once. @throws a sentence of the database */
export async function addTime({ id, from, until, reason, client, jobId, stepId, orderId }: AddedTime) {
  const { data } = await db
    .rpc('add_time', {
      p_id: id,
      p_from: from,
      p_until: until,
      p_reason: reason,
      ...(client && !jobId ? { p_client_name: client } : {}),
      ...(jobId ? { p_job_id: jobId } : {}),
      ...(jobId && stepId ? { p_step_id: stepId } : {}),
      ...(orderId && !jobId ? { p_order_id: orderId } : {}),
    })
    .throwOnError()
  return data === 'approved'
}

/** Approves a correction, which changes the time, or refuses it with an answer. @throws PT409 in words */
export async function decideCorrection(id: string, status: 'approved' | 'refused', answer: string): Promise<void> {
  await db.rpc('decide_time_correction', { p_id: id, p_status: status, p_answer: answer }).throwOnError()
}

/** Takes back one's own request. */
export async function withdrawCorrection(id: string): Promise<void> {
  await db.rpc('withdraw_time_correction', { p_id: id }).throwOnError()
}

/** Closes the hours up to that day (YYYY-MM-DD), or opens all again with null. @throws PT409 in words */
export async function closeHours(until: string | null): Promise<void> {
  await db.rpc('close_hours', { p_until: until as string }).throwOnError()
}
