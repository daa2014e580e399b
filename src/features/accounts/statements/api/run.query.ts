import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { statementsKey } from '../../shared/keys'

export const runKey = [...statementsKey, 'run'] as const

const count = z.number()
const progressSchema = z.object({
  status: z.string(),
  waits: count,
  mailed: count,
  sent: count,
  queued: count,
  failed: count,
  cancelled: count,
})

async function readLastRun({ signal }: { signal: AbortSignal }) {
  const { data: run } = await db
    .from('statement_runs')
    .select('id, date_from, date_to, clients, created_at')
    .order('created_at', { ascending: false })
    .limit(1)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  if (!run) return null
  const [{ data: progress }, { data: refused }] = await Promise.all([
    db.rpc('statement_run_progress', { p_id: run.id }).abortSignal(signal).throwOnError(),
    db
      .from('statement_run_clients')
      .select('contact_id, problem, contact:contacts(id, type, name, last_name, company)')
      .eq('run_id', run.id)
      .eq('status', 'failed')
      .order('place')
      .limit(20)
      .abortSignal(signal)
      .throwOnError(),
  ])
  return { ...run, ...progressSchema.parse(progress), refused }
}
export type Run = NonNullable<Awaited<ReturnType<typeof readLastRun>>>

/** The last run of statements to many clients, with how far it is and who could not have one; null before the first. */
export const lastRunQuery = queryOptions<Run | null>({ queryKey: runKey, queryFn: readLastRun })

/** Mails go out one by one after the run is made. */
export const runLive = [
  { page: 'statements', tables: ['statement_runs', 'statement_run_clients', 'scheduled_emails'] },
] as const
