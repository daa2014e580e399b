import { z } from 'zod'
import { db } from '@/shared/db/client'

const stateSchema = z.object({ status: z.enum(['running', 'done', 'cancelled']) })

export type NewRun = {
  /** Chosen by the caller, so that a repeated call begins once. */
  id: string
  from: string
  to: string
  overdueOnly: boolean
}

/** Begins to send statements to every client who owes something. */
export async function startRun({ id, from, to, overdueOnly }: NewRun): Promise<void> {
  await db.rpc('start_statement_run', { p_id: id, p_from: from, p_to: to, p_overdue_only: overdueOnly }).throwOnError()
}

/** Makes the next statements of a run and queues their mails. Whether more are left. */
export async function continueRun(id: string): Promise<boolean> {
  const { data } = await db.rpc('continue_statement_run', { p_id: id }).throwOnError()
  return stateSchema.parse(data).status === 'running'
}

/** Ends a run: waiting statements are not sent, and its queued mails are cancelled. */
export async function cancelRun(id: string): Promise<void> {
  await db.rpc('cancel_statement_run', { p_id: id }).throwOnError()
}
