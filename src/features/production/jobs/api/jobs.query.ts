import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { readLateByPlan } from '@/kit/planning/late-by-plan.query'
import { askedRecords } from '@/kit/thread/thread.query'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import { todayOf } from '@/shared/domain/time/today'
import { cardColumns, type JobCard, readJobsOf } from '../../shared/api/cards.query'
import { overStatuses } from '../../shared/job-status'
import { openStatuses } from '../../shared/stages'
import type { jobFilters } from '../job-filters'

/** One page of jobs, filtered and sorted by the database. Words are found in number, title and client. */
export async function readJobs({ filter, ...page }: PageRequest<typeof jobFilters>) {
  const count = page.after ? {} : { count: 'exact' as const }
  const text = storableLine(filter.q)
  const today = todayOf(Date.now())
  // Only the database decides which jobs are late or at risk, so that the dashboard's figures count the same jobs.
  const [isLate, isAtRisk] = [filter.due === 'late', filter.due === 'risk']
  let query =
    text !== ''
      ? db.rpc('jobs_named', { p_text: text, p_late_only: isLate, p_risk_only: isAtRisk }, count).select(cardColumns)
      : isLate
        ? db.rpc('late_jobs', undefined, count).select(cardColumns)
        : isAtRisk
          ? db.rpc('jobs_at_risk', undefined, count).select(cardColumns)
          : db.from('jobs').select(cardColumns, count)
  if (filter.show === 'open') query = query.in('status', openStatuses)
  if (filter.show === 'closed') query = query.in('status', overStatuses)
  if (filter.status) query = query.eq('status', filter.status)
  if (filter.client) query = query.eq('contact_id', filter.client)
  if (filter.due === 'today') query = query.eq('due_date', today)
  if (filter.due === 'plan') query = query.in('id', await readLateByPlan(page.signal))
  if (filter.asked) query = query.in('id', (await askedRecords(page.signal))('mockup'))
  if (filter.mine) {
    const me = (await db.auth.getSession()).data.session?.user.id
    if (!me) return { rows: [], total: 0, next: null }
    const ids = await readJobsOf(me, page.signal)
    query = query.or([`lead_user_id.eq.${me}`, ...(ids.length > 0 ? [`id.in.(${ids.join(',')})`] : [])].join(','))
  }
  return pageOf<JobCard>(query, page)
}
