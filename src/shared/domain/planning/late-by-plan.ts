import type { Plan } from './plan.ts'
import type { Workload } from './workload.ts'

/** The day on which a record is ready by the plan, and its promise, which is earlier. */
export type LatePromise = { ready: string | null; due: string }

/** Jobs and orders whose day is not over, and which the plan finishes after it. */
export type LateByPlan = {
  jobs: Readonly<Record<string, LatePromise>>
  orders: Readonly<Record<string, LatePromise>>
}

/**
 * What will be late, though its day is not over: one rule for the plan, the lists, the board, the wall and the dashboard.
 * A job counts by its own day, an order by the day that its client was promised. What is late already is no part of it.
 */
export function lateByPlan({ jobs, today }: Pick<Workload, 'jobs' | 'today'>, plan: Plan): LateByPlan {
  const late: { jobs: Record<string, LatePromise>; orders: Record<string, LatePromise> } = { jobs: {}, orders: {} }
  for (const { id, is_late, order_id, promise } of jobs) {
    const planned = plan.jobs[id]
    if (!planned) continue
    const { ready, due } = planned
    if (!is_late && planned.late > 0 && due !== null) late.jobs[id] = { ready, due }
    if (order_id === null || promise === null || promise < today || planned.late === 0) continue
    if (ready !== null && ready <= promise) continue
    const before = late.orders[order_id]
    if (!before || ready === null || (before.ready !== null && ready > before.ready))
      late.orders[order_id] = { ready, due: promise }
  }
  return late
}
