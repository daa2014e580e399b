import { dayAfter } from '../time/days.ts'
import { type Plan, type PlannedJob, planOf, type Reason } from './plan.ts'
import { pushedBack, type PushedBack } from './pushed-back.ts'
import { isHeld, type Lack, type PlanJob, tripsOf, vehiclesOf, type Workload } from './workload.ts'

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
  /** The day on which everything is made and installed; null when something of it does not fit into half a year. */
  done: string | null
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
  is_late: false,
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

const lastOf = (days: readonly string[]): string | null => days.toSorted().at(-1) ?? null

/** The day on which the last of these steps ends; null when one does not fit into the days ahead. */
function endOf(plan: Plan, steps: readonly string[]): string | null {
  const days = steps.map((id) => plan.steps[id]?.end ?? null)
  return days.includes(null) ? null : lastOf(days.flatMap((day) => day ?? []))
}

type Trips = QuotedPlan['installed']

/** The plan of jobs that are installed together: their trips begin on the day after everything at home is made. */
type PlanTogether = {
  /** As if each job were installed by itself. */
  first: Plan
  last: Plan
  trips: ReadonlySet<string>
  /** Nothing is left to make at home. */
  isMade: boolean
  made: string | null
  installed: Trips
}

function planTogether(
  jobs: readonly PlanJob[],
  workload: Workload,
  planWith: (own: readonly PlanJob[]) => Plan,
): PlanTogether {
  const vehicles = vehiclesOf(workload)
  const trips = new Set(jobs.flatMap((job) => [...tripsOf(job, vehicles)]))
  const first = planWith(jobs)
  const atHome = jobs.flatMap(({ steps }) => steps.map(({ id }) => id)).filter((id) => !trips.has(id))
  const made = endOf(first, atHome)
  const after = made === null || trips.size === 0 ? null : dayAfter(made, 1)
  const last =
    after === null
      ? first
      : planWith(
          jobs.map((job) => ({
            ...job,
            steps: job.steps.map((step) => (trips.has(step.id) ? { ...step, rests_until: after } : step)),
          })),
        )
  const starts = [...trips].flatMap((id) => last.steps[id]?.start ?? [])
  const to = endOf(last, [...trips])
  const installed = to === null ? null : { from: starts.toSorted()[0] ?? to, to }
  return { first, last, trips, isMade: atHome.length === 0, made, installed }
}

/**
 * The earliest days of a quotation that is approved today, in the place that it has among all the work once its order is
 * promised by the lead time. It is installed when everything is made, from the next day on.
 */
export function quotedPlan(workload: Workload, quoted: readonly QuotedJob[], spent = 0): QuotedPlan {
  const jobs = quoted.filter(({ steps }) => steps.length > 0).map(asJob)
  const planWith = (own: readonly PlanJob[]) => planOf({ ...workload, jobs: [...workload.jobs, ...own] }, { spent })
  const { first, last, trips, isMade, made, installed } = planTogether(jobs, workload, planWith)
  const ends = [...(isMade ? [] : [made]), ...(trips.size > 0 ? [installed?.to ?? null] : [])]
  return {
    made,
    installed,
    done: ends.includes(null) ? null : lastOf(ends.flatMap((day) => day ?? [])),
    jobs: jobs.flatMap(({ id }) => first.jobs[id] ?? []),
    pushedBack: pushedBack(planWith([]), last).filter(({ job }) => !jobs.some(({ id }) => id === job)),
    withoutSteps: quoted.filter(({ steps }) => steps.length === 0).map(({ title }) => title),
  }
}

export type OrderPlan = {
  /** The open jobs of the order. A job that ends at the client is ready when it is installed, with all the others. */
  jobs: readonly PlannedJob[]
  /** The day on which everything is made at home; null when that is not within half a year, or nothing is left to make. */
  made: string | null
  isMade: boolean
  installed: Trips
}

/** What keeps a job, with what keeps its trip; that the trip waits for the other jobs is no rest of its material. */
function reasonsTogether(job: PlanJob, { first, last, trips }: PlanTogether): readonly Reason[] {
  const names = new Set(job.steps.flatMap(({ id, name }) => (trips.has(id) ? [name] : [])))
  const ofTrip = (reason: Reason) => 'step' in reason && names.has(reason.step)
  return [
    ...(last.jobs[job.id]?.reasons ?? []).filter((reason) => ofTrip(reason) && reason.kind !== 'rest'),
    ...(first.jobs[job.id]?.reasons ?? []).filter((reason) => !ofTrip(reason)),
  ]
}

/** The earliest days of the open jobs of an order among all the work, with its trips as `quotedPlan` has them. */
export function orderPlan(workload: Workload, orderId: string, spent = 0): OrderPlan {
  const own = workload.jobs.filter(({ order_id }) => order_id === orderId)
  const going = own.filter((job) => !isHeld(job))
  const planWith = (jobs: readonly PlanJob[]) => {
    const changed = new Map(jobs.map((job) => [job.id, job]))
    return planOf({ ...workload, jobs: workload.jobs.map((job) => changed.get(job.id) ?? job) }, { spent })
  }
  const together = planTogether(going, workload, planWith)
  return {
    jobs: own.flatMap((job) => {
      const found = together.last.jobs[job.id]
      return found ? [{ ...found, reasons: reasonsTogether(job, together) }] : []
    }),
    made: together.made,
    isMade: together.isMade,
    installed: together.installed,
  }
}
