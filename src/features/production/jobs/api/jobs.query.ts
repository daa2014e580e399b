import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import { storable } from '@/shared/domain/storable'
import { todayOf } from '@/shared/domain/today'
import { cardColumns, type JobCard, openStatuses, readJobsOf } from '../../shared/api/cards.query'
import type { jobFilters } from '../job-filters'

const patternOf = (text: string): string =>
  `"*${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('*', '_')}*"`

/** One page of jobs, filtered and sorted by the database. `person` is who asks: theirs are “mine”. */
export async function readJobs({ filter, ...page }: PageRequest<typeof jobFilters>) {
  const count = page.after ? {} : { count: 'exact' as const }
  // What is late is said by the database alone: the figure of the dashboard counts the same jobs.
  let query =
    filter.due === 'late'
      ? db.rpc('late_jobs', undefined, count).select(cardColumns)
      : db.from('jobs').select(cardColumns, count)
  const text = storable(filter.q).trim()
  const today = todayOf(Date.now())
  if (text !== '') query = query.or(`job_number.ilike.${patternOf(text)},title.ilike.${patternOf(text)}`)
  if (filter.show === 'open') query = query.in('status', openStatuses)
  if (filter.show === 'closed') query = query.in('status', ['delivered', 'closed', 'cancelled'])
  if (filter.status) query = query.eq('status', filter.status)
  if (filter.client) query = query.eq('contact_id', filter.client)
  if (filter.due === 'today') query = query.eq('due_date', today)
  if (filter.mine) {
    const me = (await db.auth.getSession()).data.session?.user.id
    if (!me) return { rows: [], total: 0, next: null }
    const ids = await readJobsOf(me, page.signal)
    query = query.or([`lead_user_id.eq.${me}`, ...(ids.length > 0 ? [`id.in.(${ids.join(',')})`] : [])].join(','))
  }
  return pageOf<JobCard>(query, page)
}
