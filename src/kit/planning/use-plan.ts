import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import type { Plan, PlanOptions } from '@/shared/domain/planning/plan'
import type { PushedBack } from '@/shared/domain/planning/pushed-back'
import type { QuotedPlan } from '@/shared/domain/planning/quoted-work'
import type { Workload } from '@/shared/domain/planning/workload'
import { zoneOfTimes } from '@/shared/domain/text/formats'
import { topics } from '@/shared/domain/records/nudge'
import { wallClock } from '@/shared/domain/time/zoned'
import { useRights } from '@/shared/hooks/current-user'
import { useNow } from '@/shared/hooks/use-now'
import { askPlanner } from './ask-planner'
import { planKey, quotedWorkQuery, workloadKey, workloadQuery } from './workload.query'

const tables = ['jobs', 'job_steps', 'job_materials', 'work_centres', 'work_centre_closures']
const sources = [
  { page: 'production', tables },
  { page: 'jobs', tables },
  { page: 'orders', tables: ['orders', 'jobs', 'job_steps'] },
  { page: 'inventory', tables: ['purchase_orders', 'purchase_order_lines', 'purchase_receipts'] },
]

/** The minutes after midnight at which a day in the workshop begins, and how long it is. */
export const dayBegins = 8 * 60
const dayLasts = 480

/** The share of today's working hours that is over, in steps of half an hour. */
export function spentOf(now: number): number {
  const [hours = 0, minutes = 0] = wallClock(zoneOfTimes(), now).clock.split(':').map(Number)
  const over = Math.floor((hours * 60 + minutes - dayBegins) / 30) * 30
  return Math.min(1, Math.max(0, over / dayLasts))
}

/** The open work, live: it is read again when a job, its material, an order, a shift or a closed day changes. */
export function useWorkload() {
  const { role } = useRights()
  useLive(workloadKey, [...sources, ...(role ? [{ topic: topics.role(role), tables: ['shifts', 'absences'] }] : [])], {
    settle: 1500,
    inTurn: true,
  })
  return useQuery(workloadQuery)
}

type Planned<Answer> = {
  workload: Workload | undefined
  plan: Answer | undefined
  isError: boolean
  retry: () => void
}

/** The plan of all open work. `tried`: days and work centres that somebody tries. */
export function usePlan(tried?: Pick<PlanOptions, 'moves' | 'places'>): Planned<Plan> {
  const read = useWorkload()
  const spent = spentOf(useNow(60_000))
  const workload = read.data
  const plan = useQuery({
    queryKey: [...planKey, 'all', read.dataUpdatedAt, spent, tried ?? {}],
    enabled: workload !== undefined,
    queryFn: () => askPlanner({ kind: 'plan', workload: workload!, spent, ...(tried ? { tried } : {}) }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  return { workload, plan: plan.data, isError: read.isError || plan.isError, retry: () => void read.refetch() }
}

/** The jobs of others that are later because of an order; none while that is not known. */
export function usePushedBack(orderId: string): readonly PushedBack[] {
  const { data: workload, dataUpdatedAt } = useWorkload()
  const spent = spentOf(useNow(60_000))
  const { data } = useQuery({
    queryKey: [...planKey, 'pushed-back', orderId, dataUpdatedAt, spent],
    enabled: workload !== undefined,
    queryFn: () => askPlanner({ kind: 'pushed-back', workload: workload!, spent, orderId }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  return data ?? []
}

/** The earliest days of a quotation, behind the open work. */
export function useQuotedPlan(id: string, stamp: number): Planned<QuotedPlan> {
  const read = useWorkload()
  const quoted = useQuery({ ...quotedWorkQuery(id, stamp), placeholderData: keepPreviousData })
  const spent = spentOf(useNow(60_000))
  const workload = read.data
  const jobs = quoted.data
  const plan = useQuery({
    queryKey: [...planKey, 'quotation', id, stamp, read.dataUpdatedAt, quoted.dataUpdatedAt, spent],
    enabled: workload !== undefined && jobs !== undefined,
    queryFn: () => askPlanner({ kind: 'quotation', workload: workload!, spent, quoted: jobs ?? [] }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  return {
    workload,
    plan: plan.data,
    isError: read.isError || quoted.isError || plan.isError,
    retry: () => void Promise.all([read.refetch(), quoted.refetch()]),
  }
}
