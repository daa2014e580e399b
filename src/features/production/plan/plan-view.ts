import { isOverBooked, type Load, type Plan, type PlannedJob, type PlannedStep } from '@/shared/domain/planning/plan'
import {
  isRunning,
  type PlanCentre,
  type PlanJob,
  type PlanStep,
  type Workload,
} from '@/shared/domain/planning/workload'
import { dayAfter } from '@/shared/domain/time/days'

/** How many days the plan shows at once. */
export const shownDays = 14

/** A part of a step on one day at its work centre. */
export type Bar = {
  step: PlanStep
  job: PlanJob
  placed: PlannedStep
  planned: PlannedJob
  /** Minutes on this day. */
  minutes: number
  /** It goes on from the day before. */
  isGoingOn: boolean
}

export type Cell = { day: string; load: Load | null; bars: readonly Bar[] }
export type Row = { centre: PlanCentre | null; cells: readonly Cell[] }

/** The place of a cell as a drop target: `centre day`. */
export const cellKey = (centre: string, day: string): string => `${centre} ${day}`
export function readCell(key: unknown): { centre: string; day: string } | null {
  const [centre, day] = String(key).split(' ')
  return centre && day ? { centre, day } : null
}

/** The days from one on. */
export const daysFrom = (from: string): string[] => Array.from({ length: shownDays }, (_, at) => dayAfter(from, at))

/** Running first, then what a person planned, then by due day. */
const rank = { running: 0, planned: 1, missed: 2, suggested: 2 } as const
const inOrder = (a: Bar, b: Bar): number =>
  rank[a.placed.state] - rank[b.placed.state] ||
  (a.planned.due ?? '9').localeCompare(b.planned.due ?? '9') ||
  (a.job.number ?? '').localeCompare(b.job.number ?? '')

/** Every part of every step by its cell; the steps without a work centre under an empty one. */
function barsByCell({ jobs }: Workload, plan: Plan): Map<string, Bar[]> {
  const cells = new Map<string, Bar[]>()
  for (const job of jobs)
    for (const step of job.steps) {
      const [placed, planned] = [plan.steps[step.id], plan.jobs[job.id]]
      if (!placed || !planned) continue
      const parts = placed.work.length > 0 ? placed.work : [{ day: placed.start, minutes: 0 }]
      for (const [at, { day, minutes }] of parts.entries()) {
        const key = cellKey(step.centre ?? '-', day)
        cells.set(key, [...(cells.get(key) ?? []), { step, job, placed, planned, minutes, isGoingOn: at > 0 }])
      }
    }
  return cells
}

/** A row for each work centre, and one for steps without a work centre where there are any. */
export function rowsOf(workload: Workload, plan: Plan, days: readonly string[]): Row[] {
  const bars = barsByCell(workload, plan)
  const places = new Map(plan.days.map((day, at) => [day, at]))
  const row = (centre: PlanCentre | null): Row => ({
    centre,
    cells: days.map((day) => {
      const at = places.get(day)
      return {
        day,
        load: centre === null || at === undefined ? null : (plan.loads[centre.id]?.[at] ?? null),
        bars: (bars.get(cellKey(centre?.id ?? '-', day)) ?? []).toSorted(inOrder),
      }
    }),
  })
  const loose = row(null)
  return [...workload.centres.map(row), ...(loose.cells.some((cell) => cell.bars.length > 0) ? [loose] : [])]
}

/** A day of a work centre with more planned than it can work. */
export type OverBooked = { centre: PlanCentre; day: string; load: Load; bars: readonly Bar[] }

/** The over-booked days of the whole plan, soonest first, each with the steps that can move. */
export function overBooked(workload: Workload, plan: Plan): OverBooked[] {
  const bars = barsByCell(workload, plan)
  return workload.centres
    .flatMap((centre) =>
      (plan.loads[centre.id] ?? []).flatMap((load, at) => {
        const day = plan.days[at]
        if (day === undefined || !isOverBooked(load)) return []
        const own = (bars.get(cellKey(centre.id, day)) ?? []).filter(({ placed }) => placed.state === 'planned')
        // What is promised last can wait most easily.
        return [
          {
            centre,
            day,
            load,
            bars: own.toSorted((a, b) => (b.planned.due ?? '9').localeCompare(a.planned.due ?? '9')),
          },
        ]
      }),
    )
    .toSorted((a, b) => a.day.localeCompare(b.day))
}

/** Why a step cannot be put into a row, as a sentence without its full stop; null when it can. */
export function whyNotThere(step: PlanStep, to: string, { centres }: Pick<Workload, 'centres'>): string | null {
  if (step.centre === to) return null
  const [own, other] = [centres.find(({ id }) => id === step.centre), centres.find(({ id }) => id === to)]
  if (!other) return 'Choose a work centre'
  return own && own.kind !== other.kind ? `${other.name} is another kind of work centre than ${own.name}` : null
}

/** True when a step can be planned on the day that is suggested: it is all there, or too long for any day. */
export function canStand({ step, placed }: Bar, { days, loads }: Plan): boolean {
  const capacity = loads[step.centre ?? '']?.[days.indexOf(placed.start)]?.capacity ?? null
  return placed.work.length <= 1 || capacity === null || step.minutes > capacity
}

/** Why a step keeps its day; null for one that may be moved. */
export function whyFixed(step: PlanStep, mayPlan: boolean): string | null {
  if (!mayPlan) return 'You may not plan steps'
  return isRunning(step) ? 'It runs now' : null
}

/** What a job is called: `JOB-0012 Shop front`. */
export const jobName = ({ number, title }: PlanJob): string => [number, title].filter(Boolean).join(' ') || 'A job'
