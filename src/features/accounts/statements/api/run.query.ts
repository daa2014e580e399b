import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { statementsKey } from '../../shared/keys'

export const runKey = [...statementsKey, 'run'] as const

/** The last run of statements to many clients, with how far it is and who could not have one; null before the first. */
export const lastRunQuery = queryOptions({
  queryKey: runKey,
  queryFn: async ({ signal }) => {
    const { data: run } = await db
      .from('statement_runs')
      .select('id, date_from, date_to, status, clients, created_at')
      .order('created_at', { ascending: false })
      .limit(1)
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError()
    if (!run) return null
    const { data: clients } = await db
      .from('statement_run_clients')
      .select('contact_id, status, problem, contact:contacts(id, type, name, last_name, company)')
      .eq('run_id', run.id)
      .order('place')
      .limit(5000)
      .abortSignal(signal)
      .throwOnError()
    const count = (status: string) => clients.filter((client) => client.status === status).length
    return {
      ...run,
      waits: count('waits'),
      mailed: count('mailed'),
      cancelled: count('cancelled'),
      failed: clients.filter(({ status }) => status === 'failed'),
    }
  },
})
export type Run = NonNullable<Awaited<ReturnType<NonNullable<typeof lastRunQuery.queryFn>>>>
