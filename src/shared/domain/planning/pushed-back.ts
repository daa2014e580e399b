import { daysBetween } from '../time/days.ts'
import { type Plan, planOf, type PlanOptions } from './plan.ts'
import type { Workload } from './workload.ts'

/** A job that other work makes later than its promise, by so many days; `days` is null when it is not ready in half a year. */
export type PushedBack = { job: string; days: number | null }

/** The jobs that are late in a plan and were ready earlier in another one, the most days first. */
export function pushedBack(before: Plan, after: Plan): PushedBack[] {
  return Object.values(after.jobs)
    .flatMap(({ id, late, ready }): PushedBack[] => {
      const was = before.jobs[id]?.ready
      if (!was || late === 0 || ready === was) return []
      if (ready === null) return [{ job: id, days: null }]
      return ready > was ? [{ job: id, days: daysBetween(was, ready) }] : []
    })
    .toSorted((a, b) => (b.days ?? Infinity) - (a.days ?? Infinity))
}

/** The other jobs that would be less late without the jobs of an order. */
export function pushedBackByOrder(workload: Workload, orderId: string, options: PlanOptions = {}): PushedBack[] {
  const others = { ...workload, jobs: workload.jobs.filter(({ order_id }) => order_id !== orderId) }
  return pushedBack(planOf(others, options), planOf(workload, options))
}
