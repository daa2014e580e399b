import { lateByPlan } from '@/shared/domain/planning/late-by-plan'
import { askPlanner } from './ask-planner'
import { readWorkload } from './workload.query'
import { spentOf } from './spent'

/** So many ids fit into the address of a request. */
const mostIds = 150

/** The ids of the jobs that are late by the plan, the earliest promises first, for a list. */
export async function readLateByPlan(signal: AbortSignal | undefined): Promise<string[]> {
  const workload = await readWorkload(signal)
  const plan = await askPlanner({ workload, spent: spentOf(Date.now()) }, { kind: 'plan' })
  return Object.entries(lateByPlan(workload, plan).jobs)
    .toSorted(([, a], [, b]) => a.due.localeCompare(b.due))
    .slice(0, mostIds)
    .map(([id]) => id)
}
