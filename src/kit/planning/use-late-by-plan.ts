import { skipToken, useQuery } from '@tanstack/react-query'
import type { LateByPlan, LatePromise } from '@/shared/domain/planning/late-by-plan'

export const lateByPlanKey = ['late-by-plan'] as const

/** What is late by the plan; undefined until the page has computed it, and on a page without `ReadLateByPlan`. */
export const useLateByPlan = (): LateByPlan | undefined =>
  useQuery<LateByPlan>({ queryKey: lateByPlanKey, queryFn: skipToken, staleTime: Infinity }).data

/** Whether a job or an order is late by the plan; null when it is not, or not known. */
export const usePlannedLate = (kind: 'job' | 'order', id: string): LatePromise | null =>
  useLateByPlan()?.[kind === 'job' ? 'jobs' : 'orders'][id] ?? null
