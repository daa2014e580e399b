import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { timeTrackingKey } from './time-tracking-key'

/** The order, job and step that an entry was worked for, as far as the person may see them. */
export const workOfEntryQuery = (entryId: string) =>
  queryOptions({
    queryKey: [...timeTrackingKey, 'entry', entryId, 'work'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('time_entries')
        .select(
          `job_id, order_id, step_id, named_step_id, job:jobs(id, job_number, title), order:orders(id, order_number),
          step:job_steps!time_entries_step_id_fkey(name), named_step:job_steps!time_entries_named_step_id_fkey(name)`,
        )
        .eq('id', entryId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

/** The steps of a job in their order. */
export const stepsOfJobQuery = (jobId: string | null) =>
  queryOptions({
    queryKey: [...timeTrackingKey, 'steps', jobId],
    enabled: jobId !== null,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('job_steps')
        .select('id, name, status')
        .eq('job_id', jobId ?? '')
        .order('position')
        .limit(200)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

export type NamedWork = { entryId: string; jobId: string | null; stepId: string | null; orderId: string | null }

/** Sets the job, step or order of an entry. A job implies its order. @throws a sentence of the database */
export async function nameWork({ entryId, jobId, stepId, orderId }: NamedWork): Promise<void> {
  await db
    .rpc('name_work', {
      p_entry: entryId,
      ...(jobId ? { p_job_id: jobId } : {}),
      ...(stepId ? { p_step_id: stepId } : {}),
      ...(orderId && !jobId ? { p_order_id: orderId } : {}),
    })
    .throwOnError()
}
