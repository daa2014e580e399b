import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import type { Plan, PlanOptions } from '@/shared/domain/planning/plan'
import type { PushedBack } from '@/shared/domain/planning/pushed-back'
import type { OrderPlan, QuotedPlan } from '@/shared/domain/planning/quoted-work'
import type { Workload } from '@/shared/domain/planning/workload'
import { topics } from '@/shared/domain/records/nudge'
import { useRights } from '@/shared/hooks/current-user'
import { useNow } from '@/shared/hooks/use-now'
import { askPlanner } from './ask-planner'
import type { Question } from './planner'
import { spentOf } from './spent'
import { planKey, quotedWorkQuery, workloadKey, workloadQuery } from './workload.query'

const tables = ['jobs', 'job_steps', 'job_materials', 'work_centres', 'work_centre_closures']
const sources = [
  { page: 'production', tables },
  { page: 'jobs', tables },
  { page: 'orders', tables: ['orders', 'jobs', 'job_steps'] },
  { page: 'inventory', tables: ['purchase_orders', 'purchase_order_lines', 'purchase_receipts'] },
]

/** The open work, live: it is read again when a job, its material, an order, a shift or a closed day changes. Once a page. */
function useWorkload() {
  const { role } = useRights()
  useLive(workloadKey, [...sources, ...(role ? [{ topic: topics.role(role), tables: ['shifts', 'absences'] }] : [])], {
    settle: 1500,
    inTurn: true,
  })
  return useQuery(workloadQuery)
}

/** What the planner answers about the open work that was read last; `key` names the question. Null is not asked. */
function useAnswer<Asking extends Question>(key: readonly unknown[], question: Asking | null) {
  const { data: workload, dataUpdatedAt } = useQuery(workloadQuery)
  const spent = spentOf(useNow(60_000))
  return useQuery({
    queryKey: [...planKey, ...key, dataUpdatedAt, spent],
    enabled: workload !== undefined && question !== null,
    queryFn: () => askPlanner({ workload: workload!, spent }, question!),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
}

type Planned<Answer> = {
  workload: Workload | undefined
  plan: Answer | undefined
  isError: boolean
  retry: () => void
}

/** The plan of all open work. */
export function usePlan(): Planned<Plan> {
  const read = useWorkload()
  const plan = useAnswer(['all', {}], { kind: 'plan' })
  return {
    workload: read.data,
    plan: plan.data,
    isError: read.isError || plan.isError,
    retry: () => void read.refetch(),
  }
}

/** The plan as it would be with these days and work centres; undefined until it is known. The page has the plan of all. */
export const useTriedPlan = (tried: Pick<PlanOptions, 'moves' | 'places' | 'closed'>): Plan | undefined =>
  useAnswer(['all', tried], { kind: 'plan', tried }).data

/** The earliest days of the open jobs of an order, with its trips, among the open work. */
export function useOrderPlan(orderId: string): Planned<OrderPlan> {
  const read = useWorkload()
  const plan = useAnswer(['order', orderId], { kind: 'order', orderId })
  return {
    workload: read.data,
    plan: plan.data,
    isError: read.isError || plan.isError,
    retry: () => void read.refetch(),
  }
}

/** The jobs of others that are later because of an order; none while that is not known. The page shows `OrderInTime`. */
export const usePushedBack = (orderId: string): readonly PushedBack[] =>
  useAnswer(['pushed-back', orderId], { kind: 'pushed-back', orderId }).data ?? []

const quotedKey = (id: string, stamp: number, readAt: number) => ['quotation', id, stamp, readAt] as const

/**
 * The earliest days of a quotation with what decides them, and the day that its order gets (`leadDay`); undefined until they are known.
 * The page shows `QuotationInTime`.
 */
export function useEarliestOfQuotation(id: string) {
  const { data: workload } = useQuery(workloadQuery)
  const quoted = useQuery(quotedWorkQuery(id, 0))
  const plan = useAnswer(
    quotedKey(id, 0, quoted.dataUpdatedAt),
    quoted.data ? { kind: 'quotation', quoted: quoted.data } : null,
  ).data
  if (!workload || !plan || plan.jobs.length === 0) return undefined
  return { workload, plan, leadDay: quoted.data?.[0]?.lead_day ?? null }
}

/** The earliest days of a quotation, among the open work. */
export function useQuotedPlan(id: string, stamp: number): Planned<QuotedPlan> {
  const read = useWorkload()
  const quoted = useQuery({ ...quotedWorkQuery(id, stamp), placeholderData: keepPreviousData })
  const plan = useAnswer(
    quotedKey(id, stamp, quoted.dataUpdatedAt),
    quoted.data ? { kind: 'quotation', quoted: quoted.data } : null,
  )
  return {
    workload: read.data,
    plan: plan.data,
    isError: read.isError || quoted.isError || plan.isError,
    retry: () => void Promise.all([read.refetch(), quoted.refetch()]),
  }
}
