import { type PlannedJob, planOf } from './plan.ts'
import type { Lack, PlanJob, Workload } from './workload.ts'

/** A job that a quotation would make: the answer of `work_of_quotation()`. */
export type QuotedJob = {
  id: string
  title: string
  waits_for_client: boolean
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
  /** The first and the last day of the steps with a vehicle that end a line; null without one. */
  installed: { from: string; to: string } | null
  jobs: readonly PlannedJob[]
  /** Lines without any step: the plan does not know their work. */
  withoutSteps: readonly string[]
  steps: number
  withoutMinutes: number
}

const asJob = ({ id, title, waits_for_client, lacks, steps }: QuotedJob): PlanJob => ({
  id,
  number: null,
  title,
  status: 'new',
  due: null,
  priority: 'low',
  order_id: null,
  order: null,
  promise: null,
  waits_for_client,
  lacks,
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

/** The earliest days of a quotation that is approved today, behind all the work that is there already. */
export function quotedPlan(workload: Workload, quoted: readonly QuotedJob[], spent = 0): QuotedPlan {
  const known = quoted.filter(({ steps }) => steps.length > 0)
  const jobs = known.map(asJob)
  const plan = planOf({ ...workload, jobs: [...workload.jobs, ...jobs] }, { spent })
  const vehicles = new Set(workload.centres.flatMap(({ id, kind }) => (kind === 'vehicle' ? [id] : [])))
  const made: (string | null)[] = []
  const trips: string[] = []
  for (const job of jobs) {
    // A survey at the beginning is no installation: only what is behind everything made at home.
    const last = job.steps.findLastIndex(({ centre }) => centre === null || !vehicles.has(centre))
    for (const [at, { id }] of job.steps.entries()) {
      const place = plan.steps[id]
      if (at > last) trips.push(...(place ? [place.start, place.end] : []))
      if (at <= last || !place) made.push(place?.end ?? null)
    }
  }
  const lastOf = (days: readonly string[]) => days.toSorted().at(-1) ?? null
  return {
    made: made.includes(null) ? null : lastOf(made.flatMap((day) => day ?? [])),
    installed: trips.length === 0 ? null : { from: trips.toSorted()[0]!, to: lastOf(trips)! },
    jobs: jobs.flatMap(({ id }) => plan.jobs[id] ?? []),
    withoutSteps: quoted.filter(({ steps }) => steps.length === 0).map(({ title }) => title),
    steps: jobs.reduce((sum, { steps }) => sum + steps.length, 0),
    withoutMinutes: jobs.reduce((sum, { steps }) => sum + steps.filter(({ minutes }) => minutes <= 0).length, 0),
  }
}
