import { dayAfter } from '../time/days.ts'
import { type Plan, type PlannedJob, planOf } from './plan.ts'
import { pushedBack, type PushedBack } from './pushed-back.ts'
import type { Lack, PlanJob, Workload } from './workload.ts'

/** A job that a quotation would make: the answer of `work_of_quotation()`. */
export type QuotedJob = {
  id: string
  title: string
  waits_for_client: boolean
  /** The day that its order will have: the one that the lead time promises today, or that of the order that it adds to. */
  lead_day: string | null
  lacks: readonly Lack[]
  steps: readonly {
    id: string
    name: string
    centre: string | null
    wait: number
    early: boolean
    minutes: number
    /** It waits for the step before it. */
    follows: boolean
  }[]
}

export type QuotedPlan = {
  /** The day on which everything is made; null when a line does not fit into half a year. */
  made: string | null
  /** The first and the last day of the steps with a vehicle that end lines; null without one. */
  installed: { from: string; to: string } | null
  jobs: readonly PlannedJob[]
  /** Jobs that are late and would be ready earlier without this work. */
  pushedBack: readonly PushedBack[]
  /** Lines without any step: the plan does not know their work. */
  withoutSteps: readonly string[]
}

const asJob = ({ id, title, waits_for_client, lead_day, lacks, steps }: QuotedJob): PlanJob => ({
  id,
  number: null,
  title,
  status: 'new',
  due: null,
  priority: 'normal',
  order_id: null,
  order: null,
  promise: null,
  lead_day,
  waits_for_client,
  lacks,
  has_steps: true,
  steps: steps.map((step, at) => ({
    ...step,
    id: `${id} ${step.id}`,
    people: [],
    status: 'todo',
    after: step.follows && at > 0 ? [`${id} ${steps[at - 1]!.id}`] : [],
    day: null,
    starts_at: null,
    mark: '',
    rests_until: null,
  })),
})

/** The steps of a job that are done at the client: those with a vehicle behind everything that is made at home. */
function tripsOf(job: PlanJob, vehicles: ReadonlySet<string>): Set<string> {
  // A survey at the beginning is no installation.
  const last = job.steps.findLastIndex(({ centre }) => centre === null || !vehicles.has(centre))
  return new Set(job.steps.slice(last + 1).map(({ id }) => id))
}

const lastOf = (days: readonly string[]): string | null => days.toSorted().at(-1) ?? null

/** The day on which the last of these steps ends; null when one does not fit into the days ahead. */
function endOf(plan: Plan, steps: readonly string[]): string | null {
  const days = steps.map((id) => plan.steps[id]?.end ?? null)
  return days.includes(null) ? null : lastOf(days.flatMap((day) => day ?? []))
}

/**
 * The earliest days of a quotation that is approved today, in the place that it has among all the work once its order is
 * promised by the lead time. It is installed when everything is made, from the next day on.
 */
export function quotedPlan(workload: Workload, quoted: readonly QuotedJob[], spent = 0): QuotedPlan {
  const jobs = quoted.filter(({ steps }) => steps.length > 0).map(asJob)
  const vehicles = new Set(workload.centres.flatMap(({ id, kind }) => (kind === 'vehicle' ? [id] : [])))
  const trips = new Set(jobs.flatMap((job) => [...tripsOf(job, vehicles)]))
  const planWith = (own: readonly PlanJob[]) => planOf({ ...workload, jobs: [...workload.jobs, ...own] }, { spent })
  const first = planWith(jobs)
  const ids = jobs.flatMap(({ steps }) => steps.map(({ id }) => id))
  const made = endOf(
    first,
    ids.filter((id) => !trips.has(id)),
  )
  const after = made === null || trips.size === 0 ? null : dayAfter(made, 1)
  const plan =
    after === null
      ? first
      : planWith(
          jobs.map((job) => ({
            ...job,
            steps: job.steps.map((step) => (trips.has(step.id) ? { ...step, rests_until: after } : step)),
          })),
        )
  const starts = [...trips].flatMap((id) => plan.steps[id]?.start ?? [])
  const to = endOf(plan, [...trips])
  return {
    made,
    installed: to === null ? null : { from: starts.toSorted()[0] ?? to, to },
    jobs: jobs.flatMap(({ id }) => first.jobs[id] ?? []),
    pushedBack: pushedBack(planWith([]), plan).filter(({ job }) => !jobs.some(({ id }) => id === job)),
    withoutSteps: quoted.filter(({ steps }) => steps.length === 0).map(({ title }) => title),
  }
}
