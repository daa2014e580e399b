import { closedBy, type Closure, notOnThisDay } from '../records/work-centre.ts'
import { type Hours, hoursOf, placeOfDay, type Resource, usualDay } from './hours.ts'
import { planned } from './keep-promises.ts'
import {
  backward,
  Bookings,
  daysLate,
  type Placed,
  type Problem,
  problemOf,
  readyAt,
  readyDay,
  roomOf,
  type Schedule,
  type Task,
} from './schedule.ts'
import { dayAfter } from '../time/days.ts'
import { dayOfJob, isHeld, isRunning, type Lack, type PlanJob, tripsOf, vehiclesOf, type Workload } from './workload.ts'

/** What keeps a job from being ready earlier; `from` and `until` are days. */
export type Reason =
  | { kind: 'full'; centre: string | null; person: string | null; step: string; from: string; until: string }
  | { kind: 'closed'; centre: string | null; step: string; reason: string; from: string; until: string }
  /** `isOnLeave`: false where the person has no shift. */
  | { kind: 'away'; person: string; step: string; isOnLeave: boolean; from: string; until: string }
  | { kind: 'material'; name: string; until: string }
  | { kind: 'rest'; step: string; until: string }
  | { kind: 'planned'; step: string; until: string }
  /** `isShared`: other work at the same place leaves only a part of its days free. */
  | { kind: 'work'; step: string; minutes: number; until: string; isShared: boolean }

/** What the plan of a job does not know. */
export type Doubts = {
  /** It never had a step: nobody knows its work. */
  isWithoutSteps: boolean
  steps: number
  /** Steps without an estimate: they count as no time. */
  withoutMinutes: number
  /** Steps without a work centre: nothing limits them. */
  withoutCentre: number
  /** It waits for the client's approval, which counts as given today. */
  waitsForClient: boolean
  /** Material without a day: it counts as there. */
  material: readonly Lack[]
  isHeld: boolean
}

export type PlannedJob = {
  id: string
  /** The day on which its last step ends; null when it stands still, has no steps, or does not fit into half a year. */
  ready: string | null
  due: string | null
  /** Days behind its promise; 0 in time or without one. */
  late: number
  reasons: readonly Reason[]
  doubts: Doubts
}

/**
 * `running`: it is worked on. `planned`: on the day that a person chose. `missed`: that day is over, so it has the
 * earliest day from now on. `suggested`: nobody chose a day.
 */
export type StepState = 'running' | 'planned' | 'missed' | 'suggested'

export type PlannedStep = {
  id: string
  job: string
  state: StepState
  start: string
  end: string
  /** Minutes by day. */
  work: readonly { day: string; minutes: number }[]
  /** The last day on which it can begin for the promise; null without a promise, or when that day is over. */
  latest: string | null
  /** Before the step that it waits for is done, or before its material is there. */
  isTooEarly: boolean
  /** The step that it begins before the end of, and the day of that end; null where it does not. */
  waitsFor: { step: string; until: string } | null
}

export type Load = {
  /** Minutes that can be worked; null without a limit. */
  capacity: number | null
  /** Minutes of steps that run or were planned by a person, and of the others. */
  planned: number
  suggested: number
  closed: string | null
}

export type Plan = {
  days: readonly string[]
  jobs: Readonly<Record<string, PlannedJob>>
  steps: Readonly<Record<string, PlannedStep>>
  /** By work centre: a load for each of the days. */
  loads: Readonly<Record<string, readonly Load[]>>
}

/** Days that somebody tries for steps, by id; null for none. */
export type Moves = Readonly<Record<string, string | null>>
/**
 * `places`: other work centres that somebody tries for steps. `areToStand`: the steps that `moves` takes off their day get
 * days that can be planned as they are.
 */
export type PlanOptions = {
  spent?: number
  moves?: Moves
  places?: Readonly<Record<string, string>>
  areToStand?: boolean
  /** Days on which work centres would be closed too. */
  closed?: readonly Closure[]
}

export const isOverBooked = ({ capacity, planned: minutes }: Load): boolean =>
  capacity !== null && minutes > capacity + 0.5

const stateOf = ({ step, fixed }: Task): StepState =>
  isRunning(step) ? 'running' : fixed !== null ? 'planned' : step.day === null ? 'suggested' : 'missed'

export const doubtsOf = (job: PlanJob): Doubts => ({
  isWithoutSteps: !job.has_steps,
  steps: job.steps.length,
  withoutMinutes: job.steps.filter(({ minutes }) => minutes <= 0).length,
  withoutCentre: job.steps.filter(({ centre }) => centre === null).length,
  waitsForClient: job.waits_for_client,
  material: job.lacks.filter(({ expected_on }) => expected_on === null),
  isHeld: isHeld(job),
})

/** The resource that is booked out on a day, beside this task, which is elsewhere. */
const fullOn = (task: Task, day: number, from: number, bookings: Bookings): Resource | null =>
  bookings.full(task, day, Math.min(task.minutes, roomOf(task, day)), from)

type Sight = { workload: Workload; hours: Hours; problem: Problem; schedule: Schedule; bookings: Bookings }

/** What kept a task from its earliest day: a planned day, a full or a closed one. */
function waitOf(task: Task, place: Placed, ready: { day: number; offset: number }, sight: Sight): Reason | null {
  const { hours, bookings } = sight
  if (place.start <= ready.day) return null
  const until = hours.days[place.start]!
  if (task.fixed !== null) return { kind: 'planned', step: task.step.name, until }
  for (let day = ready.day; day < place.start; day += 1) {
    if (roomOf(task, day) <= 0) continue
    const resource = fullOn(task, day, day === ready.day ? ready.offset : 0, bookings)
    if (resource === null) continue
    const isCentre = hours.centres.has(resource.id)
    return {
      kind: 'full',
      centre: isCentre ? resource.id : null,
      person: isCentre ? null : resource.id,
      step: task.step.name,
      from: hours.days[day]!,
      until,
    }
  }
  return stillOf(task, ready.day, place.start, sight)
}

/** What left no room on the days before a task: its person was away, or its place was closed; who holds it on more days counts. */
function stillOf(task: Task, from: number, until: number, { hours, workload }: Sight): Reason | null {
  const centre = workload.centres.find(({ id }) => id === task.step.centre)
  const shut: { at: number; reason: string }[] = []
  const absent: { at: number; person: string }[] = []
  for (let at = from; at < until; at += 1) {
    const reason = closedBy(centre ?? { id: '', workDays: [1, 2, 3, 4, 5] }, workload.closures, hours.days[at]!)
    const person = task.resources.find(({ id, minutes }) => hours.people.has(id) && minutes[at] === 0)
    if (reason !== null) shut.push({ at, reason })
    else if (person) absent.push({ at, person: person.id })
  }
  // Of several closures the last one decides the day.
  const closed = shut.findLast(({ reason }) => reason !== notOnThisDay) ?? shut[0]
  const away = absent.at(-1)
  const named = shut.filter(({ reason }) => reason !== notOnThisDay).length
  if (away && absent.length >= named) {
    const day = hours.days[away.at]!
    const isOnLeave = workload.away.some(
      (one) => one.person === away.person && one.starts_on <= day && day <= one.ends_on,
    )
    const days = { from: hours.days[absent[0]!.at]!, until: hours.days[until]! }
    return { kind: 'away', person: away.person, step: task.step.name, isOnLeave, ...days }
  }
  return closed === undefined || (closed.at > from && closed.reason === notOnThisDay)
    ? null
    : {
        kind: 'closed',
        centre: centre?.id ?? null,
        step: task.step.name,
        reason: closed.reason,
        from: hours.days[shut.find(({ reason }) => reason === closed.reason)!.at]!,
        until: hours.days[until]!,
      }
}

const lastLack = ({ lacks }: PlanJob): Lack | undefined =>
  lacks
    .filter(({ expected_on }) => expected_on !== null)
    .toSorted((a, b) => String(b.expected_on).localeCompare(String(a.expected_on)))[0]

/** True when a task leaves minutes of its days before the last one to others. */
function isShared(task: Task, { start, end, chunks }: Placed): boolean {
  const own = new Map(chunks.map(([day, minutes]) => [day, minutes]))
  for (let day = start; day < end; day += 1) if ((own.get(day) ?? 0) < roomOf(task, day) - 1) return true
  return false
}

/** The way back from the last step of a job to what held it up, the longest hold first. */
function reasonsOf(sight: Sight, at: number): Reason[] {
  const { hours, problem, schedule } = sight
  const { job, tasks } = problem.jobs[at]!
  const found: { reason: Reason; days: number }[] = []
  let number = tasks.toSorted((a, b) => (schedule[b]?.end ?? 0) - (schedule[a]?.end ?? 0) || b - a)[0]
  while (number !== undefined) {
    const task = problem.tasks[number]!
    const place = schedule[number]
    const ready = readyAt(task, schedule)
    if (!place || !ready) break
    const wait = waitOf(task, place, ready, sight)
    if (wait) found.push({ reason: wait, days: place.start - ready.day })
    if (place.end > place.start)
      found.push({
        reason: {
          kind: 'work',
          step: task.step.name,
          minutes: task.minutes,
          until: hours.days[place.end]!,
          isShared: isShared(task, place),
        },
        days: place.end - place.start,
      })
    const until = hours.days[Math.min(ready.day, hours.days.length - 1)]!
    if (ready.cause.kind === 'material')
      found.push({ reason: { kind: 'material', name: lastLack(job)?.name ?? 'Material', until }, days: ready.day })
    if (ready.cause.kind === 'rest' && ready.day > 0)
      found.push({ reason: { kind: 'rest', step: task.step.name, until }, days: ready.day })
    number = ready.cause.kind === 'step' ? ready.cause.step : undefined
  }
  return found.toSorted((a, b) => b.days - a.days).map(({ reason }) => reason)
}

function plannedJobs(sight: Sight): Record<string, PlannedJob> {
  const { workload, hours, problem, schedule } = sight
  const places = new Map(problem.jobs.map(({ job }, at) => [job.id, at]))
  return Object.fromEntries(
    workload.jobs.map((job) => {
      const at = places.get(job.id)
      const ready = at === undefined ? null : readyDay(problem, schedule, at)
      const due = dayOfJob(job)
      return [
        job.id,
        {
          id: job.id,
          ready: ready === null ? null : hours.days[ready]!,
          due,
          late: at === undefined || due === null ? 0 : daysLate(problem, schedule, at, placeOfDay(hours, due)),
          reasons: at === undefined ? [] : reasonsOf(sight, at),
          doubts: doubtsOf(job),
        },
      ]
    }),
  )
}

function plannedSteps({ hours, problem, schedule }: Sight): Record<string, PlannedStep> {
  const latest = backward(problem)
  return Object.fromEntries(
    problem.tasks.flatMap((task, number) => {
      const place = schedule[number]
      if (!place) return []
      const isStanding = !isRunning(task.step)
      const { day: ready, cause } = readyAt(task, schedule) ?? { day: Infinity, cause: task.cause }
      const { job } = problem.jobs[task.job]!
      const last = dayOfJob(job) === null ? null : latest[number]
      const step: PlannedStep = {
        id: task.step.id,
        job: job.id,
        state: stateOf(task),
        start: hours.days[place.start]!,
        end: hours.days[place.end]!,
        work: place.chunks.map(([day, minutes]) => ({ day: hours.days[day]!, minutes })),
        latest: last ? hours.days[last.start]! : null,
        isTooEarly: isStanding && place.start < ready,
        waitsFor:
          isStanding && place.start < ready && cause.kind === 'step'
            ? {
                step: problem.tasks[cause.step]!.step.name,
                until: hours.days[Math.min(ready, hours.days.length - 1)]!,
              }
            : null,
      }
      return [[step.id, step]]
    }),
  )
}

function loadsOf({ workload, hours, problem, schedule }: Sight): Record<string, Load[]> {
  const loads = Object.fromEntries(
    workload.centres.map((centre) => {
      const resource = hours.centres.get(centre.id)!
      return [
        centre.id,
        hours.days.map((day, at): Load => ({
          capacity: resource.isLimited ? resource.minutes[at]! : null,
          planned: 0,
          suggested: 0,
          closed: closedBy(centre, workload.closures, day),
        })),
      ]
    }),
  )
  for (const [number, task] of problem.tasks.entries()) {
    const own = task.step.centre === null ? undefined : loads[task.step.centre]
    const kind = task.fixed === null ? 'suggested' : 'planned'
    for (const [day, minutes] of schedule[number]?.chunks ?? []) if (own?.[day]) own[day][kind] += minutes
  }
  return loads
}

/** The open work with some steps at other work centres. */
const relocated = (workload: Workload, places: Readonly<Record<string, string>>): Workload => ({
  ...workload,
  jobs: workload.jobs.map((job) => ({
    ...job,
    steps: job.steps.map((step) => ({ ...step, centre: places[step.id] ?? step.centre })),
  })),
})

/**
 * The open work in which trips wait for the other jobs of their order, until the day after all of it is made; null where
 * none begins before.
 */
function afterTheirOrders(workload: Workload, { steps: planned }: Plan): Workload | null {
  const vehicles = vehiclesOf(workload)
  const trips = new Set(workload.jobs.flatMap((job) => [...tripsOf(job, vehicles)]))
  const made = new Map<string, string>()
  for (const job of workload.jobs)
    for (const { id } of job.steps) {
      const end = trips.has(id) ? undefined : planned[id]?.end
      if (job.order_id !== null && end && end > (made.get(job.order_id) ?? '')) made.set(job.order_id, end)
    }
  let isChanged = false
  const jobs = workload.jobs.map((job) => ({
    ...job,
    steps: job.steps.map((step) => {
      const [day, place] = [made.get(job.order_id ?? ''), planned[step.id]]
      if (!trips.has(step.id) || !day || !place || place.start > day || place.state === 'planned') return step
      isChanged = true
      return { ...step, not_before: dayAfter(day, 1) }
    }),
  }))
  return isChanged ? { ...workload, jobs } : null
}

/** The plan of all open work. A trip of an order leaves on the day after all of the order is made. `spent`: the share of today that is over. `moves`: what somebody tries. */
export function planOf(
  stored: Workload,
  { spent = 0, moves = {}, places = {}, areToStand = false, closed = [] }: PlanOptions = {},
): Plan {
  const placed = Object.keys(places).length === 0 ? stored : relocated(stored, places)
  const workload = closed.length === 0 ? placed : { ...placed, closures: [...placed.closures, ...closed] }
  const first = planOnce(workload, { spent, moves, areToStand })
  const later = afterTheirOrders(workload, first)
  return later ? planOnce(later, { spent, moves, areToStand }) : first
}

function planOnce(
  workload: Workload,
  { spent, moves, areToStand }: Required<Omit<PlanOptions, 'places' | 'closed'>>,
): Plan {
  const hours = hoursOf(workload, spent)
  const problem = problemOf(workload, hours, new Map(Object.entries(moves)), areToStand)
  const schedule = planned(problem)
  const bookings = new Bookings()
  for (const [number, task] of problem.tasks.entries()) {
    const place = schedule[number]
    if (place) bookings.add(task, place)
  }
  const sight = { workload, hours, problem, schedule, bookings }
  return { days: hours.days, jobs: plannedJobs(sight), steps: plannedSteps(sight), loads: loadsOf(sight) }
}

/** Where in its day a step begins, behind those that are planned there before it: minutes. */
export function beginOf(workload: Workload, plan: Plan, step: string, day: string): number {
  const own = workload.jobs.flatMap(({ steps }) => steps).find(({ id }) => id === step)
  if (!own) return 0
  let booked = 0
  for (const { steps } of workload.jobs)
    for (const other of steps) {
      const place = plan.steps[other.id]
      if (other.id === step || other.centre !== own.centre || !place || place.state === 'suggested') continue
      for (const work of place.work) if (work.day === day) booked += work.minutes
    }
  return Math.min(booked, usualDay - Math.min(own.minutes, usualDay))
}
