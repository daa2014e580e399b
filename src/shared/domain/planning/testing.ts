import type { PlanCentre, PlanJob, PlanStep, Workload } from './workload.ts'

export const centre = (id: string, values: Partial<PlanCentre> = {}): PlanCentre => ({
  id,
  name: id,
  kind: 'bench',
  capacity: 480,
  workDays: [1, 2, 3, 4, 5, 6, 7],
  colour: null,
  ...values,
})

export const step = (id: string, values: Partial<PlanStep> = {}): PlanStep => ({
  id,
  name: id,
  centre: 'bench',
  people: [],
  status: 'todo',
  minutes: 60,
  after: [],
  wait: 0,
  early: false,
  day: null,
  starts_at: null,
  mark: `mark ${id}`,
  rests_until: null,
  ...values,
})

export const job = (id: string, steps: readonly PlanStep[], values: Partial<PlanJob> = {}): PlanJob => ({
  id,
  number: id.toUpperCase(),
  title: `Sign ${id}`,
  status: 'approved',
  due: null,
  priority: 'normal',
  order_id: null,
  order: null,
  promise: null,
  lead_day: null,
  waits_for_client: false,
  lacks: [],
  has_steps: steps.length > 0,
  steps,
  ...values,
})

/** Monday. */
export const today = '2026-11-30'

export const workload = (jobs: readonly PlanJob[], values: Partial<Workload> = {}): Workload => ({
  today,
  centres: [centre('bench'), centre('printer')],
  closures: [],
  shifts: [],
  away: [],
  jobs,
  ...values,
})
