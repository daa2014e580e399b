import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { openTimers } from '@/shared/db/reads/open-timers'
import { type TimeEntry, toTimeEntry } from '@/shared/domain/time/time-entry'

/** The active timer of a person, else the paused one they touched last, else null (spec 2 §4, §7). As it is stored. */
export async function readTimer(userEmail: string, signal: AbortSignal): Promise<unknown> {
  const { data } = await openTimers(userEmail).limit(1).abortSignal(signal).maybeSingle().throwOnError()
  return data
}

/** Converts the row. Throws when it is neither a timer nor null. */
export const toTimer = (row: unknown): TimeEntry | null => (row === null ? null : toTimeEntry(row))

/** The job and the step of a timer as words; null when it is only for a client. `touchedAt`: of the entry. */
export const workOfTimerQuery = (id: string, touchedAt: string) =>
  queryOptions({
    queryKey: ['work of timer', id, touchedAt],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data } = await db
        .from('time_entries')
        .select(
          `id, job:jobs(job_number, title), step:job_steps!time_entries_step_id_fkey(name),
          named:job_steps!time_entries_named_step_id_fkey(name)`,
        )
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      if (!data?.job) return null
      return [data.job.job_number, (data.step ?? data.named)?.name ?? data.job.title].filter(Boolean).join(' · ')
    },
  })
