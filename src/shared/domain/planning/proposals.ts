import { isOverBooked, type Moves, type Plan, type PlanOptions, planOf } from './plan.ts'
import type { PlanJob, Workload } from './workload.ts'

/** How many plans are tried for one proposal. */
const mostPlans = 60

/** What is wrong with a plan: jobs that are late, and minutes above the hours of a day. */
export type Trouble = { late: number; days: number; over: number }

export function troubleOf({ jobs, loads }: Plan): Trouble {
  const late = Object.values(jobs).filter((job) => job.late > 0)
  let over = 0
  for (const load of Object.values(loads).flat()) if (isOverBooked(load)) over += load.planned - (load.capacity ?? 0)
  return { late: late.length, days: late.reduce((sum, job) => sum + job.late, 0), over }
}

/**
 * True when a plan has less trouble than another one: fewer late jobs first, then less over-booked, then fewer days late.
 * Days come last: what is planned on a day without room looks earlier than it is.
 */
function isBetter(one: Trouble, other: Trouble): boolean {
  if (one.late !== other.late) return one.late < other.late
  return Math.abs(one.over - other.over) > 0.5 ? one.over < other.over : one.days < other.days
}

const isWorse = (one: Trouble, other: Trouble): boolean => isBetter(other, one)

/** Steps that a person planned and may be moved: those on over-booked days and those of late jobs, the least urgent first. */
function candidates(workload: Workload, plan: Plan): string[] {
  const crowded = new Set(
    Object.entries(plan.loads).flatMap(([centre, loads]) =>
      loads.flatMap((load, at) => (isOverBooked(load) ? [`${centre} ${plan.days[at]}`] : [])),
    ),
  )
  const dueOf = (job: PlanJob) => plan.jobs[job.id]?.due ?? '9'
  return workload.jobs
    .toSorted((a, b) => dueOf(b).localeCompare(dueOf(a)))
    .flatMap((job) =>
      job.steps.flatMap((step) => {
        const place = plan.steps[step.id]
        if (place?.state !== 'planned') return []
        const isCrowded = place.work.some(({ day }) => crowded.has(`${step.centre} ${day}`))
        return isCrowded || (plan.jobs[job.id]?.late ?? 0) > 0 || place.isTooEarly ? [step.id] : []
      }),
    )
}

/** Every step that a person planned, for the case that the crowded ones are not enough. */
const allPlanned = (plan: Plan): string[] =>
  Object.values(plan.steps).flatMap(({ id, state }) => (state === 'planned' ? [id] : []))

export type Proposal = {
  /** The new day of each step that moves. */
  moves: Readonly<Record<string, string>>
  before: Trouble
  after: Trouble
}

/**
 * A few moves that leave less trouble: steps of over-booked days and of late jobs get the day on which they fit, and
 * those that need not move go back to theirs. Null when no better plan is found.
 */
export function proposalOf(workload: Workload, options: PlanOptions = {}): Proposal | null {
  const stored = planOf(workload, options)
  const before = troubleOf(stored)
  if (before.late === 0 && before.over === 0) return null
  for (const all of [candidates(workload, stored), allPlanned(stored)]) {
    const moves = bestFreed(workload, stored, all, options)
    const few = fewest(workload, stored, moves, options)
    if (few && isBetter(few.after, before)) return { ...few, before }
  }
  return null
}

/** Steps that a plan puts before what they wait for, and another one does not. */
const newlyEarly = (before: Plan, after: Plan): string[] =>
  Object.values(after.steps).flatMap(({ id, isTooEarly }) => (isTooEarly && !before.steps[id]?.isTooEarly ? [id] : []))

const mostRounds = 6

/** A plan with these steps off their days, and with them those that would come before what they wait for. */
function freedPlan(workload: Workload, stored: Plan, steps: readonly string[], options: PlanOptions) {
  const freed = new Set(steps)
  for (let round = 0; round < mostRounds; round += 1) {
    const moves = Object.fromEntries([...freed].map((id) => [id, null]))
    const plan = planOf(workload, { ...options, moves, areToStand: true })
    const early = newlyEarly(stored, plan)
    if (early.length === 0) return { freed: [...freed], plan }
    const more = early.filter((id) => !freed.has(id) && plan.steps[id]?.state === 'planned')
    if (more.length === 0) return null
    for (const id of more) freed.add(id)
  }
  return null
}

/** Frees ever more of the steps, the least urgent first, until nothing is wrong; the moves of the best plan found. */
function bestFreed(
  workload: Workload,
  stored: Plan,
  all: readonly string[],
  options: PlanOptions,
): Record<string, string> {
  let best: { moves: Record<string, string>; trouble: Trouble } = { moves: {}, trouble: troubleOf(stored) }
  for (let count = 1; count < 2 * all.length; count *= 2) {
    const trial = freedPlan(workload, stored, all.slice(0, count), options)
    if (!trial) continue
    const trouble = troubleOf(trial.plan)
    if (!isBetter(trouble, best.trouble)) continue
    const starts = trial.freed.flatMap((id) => {
      const day = trial.plan.steps[id]?.start
      return day === undefined || day === stored.steps[id]?.start ? [] : [[id, day] as const]
    })
    best = { moves: Object.fromEntries(starts), trouble }
    if (trouble.late === 0 && trouble.over === 0) break
  }
  return best.moves
}

/** The moves without those that make nothing better. None of them leaves a step before what it waits for. */
function fewest(
  workload: Workload,
  stored: Plan,
  moves: Record<string, string>,
  options: PlanOptions,
): Omit<Proposal, 'before'> | null {
  const troubleWith = (tried: Moves): Trouble | null => {
    const plan = planOf(workload, { ...options, moves: tried })
    return newlyEarly(stored, plan).length > 0 ? null : troubleOf(plan)
  }
  let kept = moves
  let best = troubleWith(kept)
  if (best === null) return null
  for (const id of Object.keys(moves).slice(0, mostPlans)) {
    const { [id]: _, ...fewer } = kept
    const trouble = troubleWith(fewer)
    if (trouble === null || isWorse(trouble, best)) continue
    kept = fewer
    best = trouble
  }
  return Object.keys(kept).length === 0 ? null : { moves: kept, after: best }
}

/** The jobs whose ready day changes by a move, the later ones first. */
export type Change = { job: string; from: string | null; to: string | null; wasLate: number; late: number }

export function changesOf(before: Plan, after: Plan): Change[] {
  return Object.values(after.jobs)
    .flatMap(({ id, ready, late }) => {
      const was = before.jobs[id]
      return was && was.ready !== ready ? [{ job: id, from: was.ready, to: ready, wasLate: was.late, late }] : []
    })
    .toSorted((a, b) => b.late - b.wasLate - (a.late - a.wasLate) || b.late - a.late)
}
