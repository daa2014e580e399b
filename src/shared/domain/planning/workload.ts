import type { Closure } from '../records/work-centre.ts'

/** What a plan is made of: the answer of `workload()`. Days are calendar days of the company. */
export type Workload = {
  today: string
  centres: readonly PlanCentre[]
  closures: readonly Closure[]
  /** Minutes of shifts; those of a person on leave are 0. */
  shifts: readonly { centre: string | null; person: string; day: string; minutes: number }[]
  away: readonly { person: string; starts_on: string; ends_on: string }[]
  jobs: readonly PlanJob[]
}

export type PlanCentre = {
  id: string
  name: string
  kind: string
  /** Minutes a day; 0 without a limit. */
  capacity: number
  /** The days of the week on which it works: 1 is Monday. */
  workDays: readonly number[]
  colour: string | null
}

/** Material that a job still lacks, and the day by which enough of it is expected; null when nobody knows. */
export type Lack = { name: string; qty: number; unit: string; expected_on: string | null; is_ordered: boolean }

export type PlanStep = {
  id: string
  name: string
  centre: string | null
  people: readonly string[]
  status: string
  /** The estimate; 0 where there is none. */
  minutes: number
  /** Ids of the steps that it waits for. Those that are not open are done. */
  after: readonly string[]
  /** What it made rests for so many minutes before the next step. */
  wait: number
  /** May start before the client approved. */
  early: boolean
  /** The day that a person planned, and its moment. */
  day: string | null
  starts_at: string | null
  mark: string
  /** What a step before it made rests until this day. */
  rests_until: string | null
  /** The first day of a trip that waits for the other jobs of its order. */
  not_before?: string
}

export type PlanJob = {
  id: string
  /** Number, title and order are null for those who may not see jobs. */
  number: string | null
  title: string | null
  status: string
  due: string | null
  /** Its day is over, as in `private.late_jobs`: also while it is on hold. */
  is_late: boolean
  priority: string
  order_id: string | null
  order: string | null
  /** The day by which the order is to be handed over. */
  promise: string | null
  /** The day that the lead time promises when its work is confirmed today; null where a day is promised, and without an order. */
  lead_day: string | null
  waits_for_client: boolean
  lacks: readonly Lack[]
  /** False for a job that never had a step: nobody knows its work. `steps` are the open ones. */
  has_steps: boolean
  steps: readonly PlanStep[]
}

const earlier = (one: string | null, other: string | null): string | null =>
  one === null ? other : other === null || one < other ? one : other

/** The day by which a job has to be ready: the earlier one of its own and that of its order; null without either. */
export const dayOfJob = ({ due, promise }: Pick<PlanJob, 'due' | 'promise'>): string | null => earlier(due, promise)

/** The day that gives a job its place among the others: its own, or the one that it has once its work is confirmed. */
export const dayInTurn = (job: Pick<PlanJob, 'due' | 'promise' | 'lead_day'>): string | null =>
  earlier(dayOfJob(job), job.lead_day)

export const vehiclesOf = ({ centres }: Pick<Workload, 'centres'>): ReadonlySet<string> =>
  new Set(centres.flatMap(({ id, kind }) => (kind === 'vehicle' ? [id] : [])))

/** The steps of a job that are done at the client: those with a vehicle behind everything that is made at home. */
export function tripsOf(job: PlanJob, vehicles: ReadonlySet<string>): ReadonlySet<string> {
  // A survey at the beginning is no installation.
  const last = job.steps.findLastIndex(({ centre }) => centre === null || !vehicles.has(centre))
  return new Set(job.steps.slice(last + 1).map(({ id }) => id))
}

/** Somebody works on it now. */
export const isRunning = ({ status }: Pick<PlanStep, 'status'>): boolean => status === 'in_progress'

/** A job that stands still is not planned. */
export const isHeld = ({ status }: Pick<PlanJob, 'status'>): boolean => status === 'on_hold'
