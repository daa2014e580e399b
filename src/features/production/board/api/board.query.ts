import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listenAheadTo } from '@/kit/live/live-ahead'
import { db } from '@/shared/db/client'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { topics } from '@/shared/domain/records/nudge'
import { todayOf } from '@/shared/domain/time/today'
import { cardColumns, type JobCard, jobsKey } from '../../shared/api/cards.query'
import { openStatuses } from '../../shared/stages'

/** The most cards on a board; beyond that the last due ones are left out, with a message. */
export const mostCards = 500

/** Every open job as a card, by due day. */
export const boardQuery = queryOptions({
  queryKey: [...jobsKey, 'board'],
  queryFn: async ({ signal }): Promise<JobCard[]> => {
    const { data } = await db
      .from('jobs')
      .select(cardColumns)
      .in('status', openStatuses)
      .order('due_date', { ascending: true, nullsFirst: false })
      .order('job_number')
      .limit(mostCards)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** The board's order: by due day, jobs without one last. */
export const byDue = (a: JobCard, b: JobCard): number =>
  (a.due_date ?? '9').localeCompare(b.due_date ?? '9') || a.job_number.localeCompare(b.job_number)

/** Those of these jobs that are open. */
export async function readCards(ids: readonly string[]): Promise<JobCard[]> {
  const { data } = await db.from('jobs').select(cardColumns).in('id', ids).in('status', openStatuses).throwOnError()
  return data
}

/** The work centres in use, with their daily capacity in minutes. */
export const centresQuery = queryOptions({
  queryKey: ['work-centres'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('work_centres')
      .select('id, name, capacity_minutes_day, work_days')
      .is('archived_at', null)
      .order('sort')
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** Days on which work centres are closed, that are not over. */
export const closuresQuery = queryOptions({
  queryKey: ['work-centres', 'closures'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('work_centre_closures')
      .select('work_centre_id, starts_on, ends_on, reason')
      .gte('ends_on', todayOf(Date.now()))
      .order('starts_on')
      .limit(1000)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** Starts the first reads of the board. */
export function readBoardAhead(queryClient: QueryClient): void {
  listenAheadTo(topics.page('production'))
  void queryClient.prefetchQuery(boardQuery)
  void queryClient.prefetchQuery(centresQuery)
  void queryClient.prefetchQuery(closuresQuery)
  void queryClient.prefetchQuery(staffQuery)
}
