import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { formatMoney } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { ReadLateByPlan } from '@/kit/planning/late-by-plan'
import { useLateByPlan } from '@/kit/planning/use-late-by-plan'
import { can } from '@/shared/domain/people/permission'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { figuresOfTheDayQuery } from '../api/figures.query'
import { Tile } from './tile'

const sources = [
  { page: 'deliveries', tables: ['deliveries'] },
  { page: 'quotations', tables: ['quotations'] },
  { page: 'jobs', tables: ['jobs', 'job_steps', 'job_materials'] },
  { page: 'invoices', tables: ['invoices'] },
  { page: 'contacts', tables: ['visitor_requests'] },
] as const

/**
 * The person's figures of today: a driver's drops, requests of visitors, a seller's follow-ups, late and at-risk jobs, and for accounts the
 * money, computed as in analytics. A figure of 0 or without the right is hidden.
 */
export function DayFigures() {
  const { id, rights } = useCurrentUser()
  const planned = Object.keys(useLateByPlan()?.jobs ?? {}).length
  const query = useQuery(figuresOfTheDayQuery)
  useLive(figuresOfTheDayQuery.queryKey, sources, { pollEvery: 60_000 })
  const { my_drops, requests, follow_ups, late_jobs, risk_jobs, to_invoice, overdue } = query.data ?? {}
  return (
    <>
      {my_drops && my_drops.count > 0 ? (
        <Tile
          label="My drops to come"
          query={query}
          value={() => `${my_drops.left} of ${my_drops.count}`}
          to={`${linkTo('/deliveries')}?view=mine`}
        />
      ) : null}
      {requests && requests.count > 0 ? (
        <Tile
          label="Requests of visitors"
          query={query}
          value={() => requests.count}
          isUrgent={() => true}
          to={linkTo('/requests')}
        />
      ) : null}
      {follow_ups && follow_ups.count > 0 ? (
        <Tile
          label="My follow-ups due"
          query={query}
          value={() => follow_ups.count}
          to={`${linkTo('/quotations')}?show=open&due=yes&owner=${id}`}
        />
      ) : null}
      {late_jobs && late_jobs.count > 0 ? (
        <Tile
          label="Late jobs"
          query={query}
          value={() => late_jobs.count}
          isUrgent={() => true}
          to={`${linkTo('/jobs')}?due=late`}
        />
      ) : null}
      {risk_jobs && risk_jobs.count > 0 ? (
        <Tile label="Jobs at risk" query={query} value={() => risk_jobs.count} to={`${linkTo('/jobs')}?due=risk`} />
      ) : null}
      {late_jobs && can(rights, 'jobs', 'view') ? <ReadLateByPlan /> : null}
      {late_jobs && planned > 0 ? (
        <Tile label="Jobs late by the plan" value={planned} to={`${linkTo('/jobs')}?due=plan`} />
      ) : null}
      {to_invoice && to_invoice.count > 0 ? (
        <Tile
          label={to_invoice.count === 1 ? 'To invoice, 1 order' : `To invoice, ${to_invoice.count} orders`}
          query={query}
          value={() => formatMoney(to_invoice.amount)}
          to={linkTo('/to-invoice')}
        />
      ) : null}
      {overdue && overdue.count > 0 ? (
        <Tile
          label={overdue.count === 1 ? 'Overdue, 1 invoice' : `Overdue, ${overdue.count} invoices`}
          query={query}
          value={() => formatMoney(overdue.amount)}
          isUrgent={() => true}
          to={`${linkTo('/invoices')}?overdue=yes`}
        />
      ) : null}
    </>
  )
}
