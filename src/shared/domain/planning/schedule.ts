import { type Hours, horizon, placeOfDay, type Resource, usualDay } from './hours.ts'
import {
  dayInTurn,
  isHeld,
  isRunning,
  type PlanJob,
  type PlanStep,
  tripsOf,
  vehiclesOf,
  type Workload,
} from './workload.ts'

/** Minutes of a calendar day: what rests, rests by the clock. */
const clockDay = 1440

/** Behind every moment that is stored. */
const moved = '~'

/** Why a step cannot begin before its day. */
export type Cause = { kind: 'step'; step: number } | { kind: 'material' | 'rest' | 'now' }

/** A task that another one waits for, or that waits for it, with the rest between. `isNextDay`: not on the same day, unless a person plans it so. */
type Link = { task: number; wait: number; isNextDay: boolean }

/** A step as the scheduler sees it. Days are numbers: 0 is today. */
export type Task = {
  step: PlanStep
  job: number
  minutes: number
  resources: readonly Resource[]
  /** The numbers of the tasks that it waits for, each with its rest, and those that wait for it. */
  after: readonly Link[]
  before: readonly Link[]
  /** Not before this day, and what of material or rest makes it so. */
  earliest: number
  cause: Cause
  /** The day that stands: planned by a person, or running. */
  fixed: number | null
  /** The minutes of today that are over: nothing begins in them. */
  begun: number
  /** Its place in a day among those that stand there: what runs is first, what was moved there is last. */
  moment: string
  /** It gets a day that is to stand: where it fits into a day, it is done on one. */
  isToStand: boolean
}

export type Problem = {
  tasks: readonly Task[]
  /**
   * The numbers of the tasks of each job, each behind those that it waits for. `turn`: the day that gives it its place
   * among the others, which is that of a planned step where something before it is open.
   */
  jobs: readonly { job: PlanJob; tasks: readonly number[]; due: number; turn: number }[]
  /** The first day on which the shop is open. */
  opens: number
}

/** Minutes of a day, counted from its beginning. */
export type Span = readonly [from: number, until: number]

/** When a task is done: on each day so many minutes and which ones, and where in its last day it ends. */
export type Placed = {
  start: number
  end: number
  /** The minute of its last day that is its last one; also beyond the day where that is over-booked. */
  ends: number
  chunks: readonly (readonly [day: number, minutes: number, spans: readonly Span[]])[]
}

/** By task; null for what does not fit into the days ahead. */
export type Schedule = readonly (Placed | null)[]

const ranks: Readonly<Record<string, number>> = { urgent: 0, high: 1, normal: 2, low: 3 }
const rankOf = ({ priority }: PlanJob): number => ranks[priority] ?? 2

/** The day by which the last material is there, when all of it is expected on a day. */
function arrival({ lacks }: PlanJob): string | null {
  const days = lacks.flatMap(({ expected_on }) => expected_on ?? [])
  return days.length === 0 ? null : days.reduce((last, day) => (day > last ? day : last))
}

/** Steps in an order in which each is behind those that it waits for. */
function inTurn(steps: readonly PlanStep[]): PlanStep[] {
  const open = new Map(steps.map((step) => [step.id, step]))
  const turn = new Set<PlanStep>()
  const put = (step: PlanStep, way: readonly string[]) => {
    if (turn.has(step) || way.includes(step.id)) return
    for (const id of step.after) {
      const before = open.get(id)
      if (before) put(before, [...way, step.id])
    }
    turn.add(step)
  }
  for (const step of steps) put(step, [])
  return [...turn]
}

/** The fixed day of a step: that of a person, unless it is over. `moves` has other days, or null for none. */
function fixedDay(
  { step, resources }: Pick<Task, 'step' | 'resources'>,
  hours: Hours,
  moves: ReadonlyMap<string, string | null>,
): number | null {
  // What runs goes on as soon as its work centre is open.
  if (isRunning(step)) return hours.days.findIndex((_, day) => roomOf({ resources }, day) > 0)
  const day = moves.has(step.id) ? (moves.get(step.id) ?? null) : step.day
  const place = day === null ? null : placeOfDay(hours, day)
  return place === null || place < 0 || place >= horizon ? null : place
}

function earliestOf(step: PlanStep, job: PlanJob, hours: Hours): Pick<Task, 'earliest' | 'cause'> {
  const rest = step.rests_until === null ? 0 : placeOfDay(hours, step.rests_until)
  const day = step.early ? null : arrival(job)
  const material = day === null ? 0 : placeOfDay(hours, day)
  const others = step.not_before === undefined ? 0 : placeOfDay(hours, step.not_before)
  const earliest = Math.max(0, rest, material, others)
  const isNow = earliest === 0 || earliest === others
  return { earliest, cause: { kind: isNow ? 'now' : earliest === material ? 'material' : 'rest' } }
}

/** The day of a planned step before which something else has to be done; Infinity for any other step. */
const pinOf = (tasks: readonly Task[], number: number): number => {
  const { step, fixed, after } = tasks[number]!
  return fixed !== null && !isRunning(step) && after.some(({ task }) => tasks[task]!.fixed === null) ? fixed : Infinity
}

type Mutable = Omit<Task, 'before'> & { before: Link[] }

/** What a step waits for. A trip waits for all that is made at home, and leaves on the next day. */
function linksOf(
  step: PlanStep,
  steps: readonly PlanStep[],
  trips: ReadonlySet<string>,
  numbers: ReadonlyMap<string, number>,
): Link[] {
  const home = trips.has(step.id) ? steps.filter(({ id }) => !trips.has(id)).map(({ id }) => id) : []
  return [...new Set([...step.after, ...home])].flatMap((id) => {
    const task = numbers.get(id)
    const wait = step.after.includes(id) ? (steps.find((one) => one.id === id)?.wait ?? 0) : 0
    return task === undefined ? [] : [{ task, wait, isNextDay: trips.has(step.id) && !trips.has(id) }]
  })
}

/**
 * The steps of all open jobs that do not stand still. `moves`: days instead of the stored ones. `areToStand`: steps whose
 * day `moves` takes away get another one that is to stand.
 */
export function problemOf(
  workload: Workload,
  hours: Hours,
  moves: ReadonlyMap<string, string | null> = new Map(),
  areToStand = false,
): Problem {
  const tasks: Mutable[] = []
  const vehicles = vehiclesOf(workload)
  const jobs = workload.jobs
    .filter((job) => !isHeld(job))
    .map((job, place) => {
      const numbers = new Map<string, number>()
      const steps = inTurn(job.steps)
      const trips = tripsOf(job, vehicles)
      for (const step of steps) {
        const centre = step.centre === null ? undefined : hours.centres.get(step.centre)
        const people = step.people.flatMap((person) => hours.people.get(person) ?? [])
        const resources = [centre ?? hours.anywhere, ...people]
        const number = tasks.length
        const after = linksOf(step, steps, trips, numbers)
        for (const link of after) tasks[link.task]?.before.push({ ...link, task: number })
        tasks.push({
          step,
          job: place,
          minutes: step.minutes,
          resources,
          after,
          before: [],
          fixed: fixedDay({ step, resources }, hours, moves),
          begun: hours.begun,
          moment: isRunning(step) ? '' : moves.has(step.id) ? moved : (step.starts_at ?? moved),
          isToStand: areToStand && moves.get(step.id) === null,
          ...earliestOf(step, job, hours),
        })
        numbers.set(step.id, number)
      }
      const day = dayInTurn(job)
      const own = [...numbers.values()]
      const due = day === null ? Infinity : placeOfDay(hours, day)
      return { job, tasks: own, due, turn: Math.min(due, ...own.map((number) => pinOf(tasks, number))) }
    })
  return {
    tasks,
    jobs,
    opens: Math.max(
      0,
      hours.anywhere.minutes.findIndex((minutes) => minutes > 0),
    ),
  }
}

/** The minutes that a task can be worked on a day when nothing else is there. */
export const roomOf = ({ resources }: Pick<Task, 'resources'>, day: number): number => {
  let room = Infinity
  for (const { minutes } of resources) room = Math.min(room, minutes[day] ?? 0)
  return room === Infinity ? usualDay : room
}

/** Where a day begins for a task: today with what is left of it. */
const dayBegin = ({ begun }: Task, day: number): number => (day === 0 ? begun : 0)

/** Until where a day goes for the steps of one job that follow each other in it. */
const dayEnd = (task: Task, day: number): number => Math.max(usualDay, dayBegin(task, day) + roomOf(task, day))

const nothing: readonly Span[] = []

/** The minutes of two lists of spans, in their order. */
function withSpans(one: readonly Span[], other: readonly Span[]): Span[] {
  const all: Span[] = []
  let [a, b] = [0, 0]
  while (a < one.length || b < other.length) {
    const next = b >= other.length || (a < one.length && one[a]![0] <= other[b]![0]) ? one[a++]! : other[b++]!
    const last = all.at(-1)
    if (last && next[0] <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], next[1])]
    else all.push(next)
  }
  return all
}

/** The spans without these minutes. */
const withoutSpans = (spans: readonly Span[], gone: readonly Span[]): Span[] =>
  gone.reduce<Span[]>(
    (left, [from, until]) =>
      left.flatMap(([a, b]): Span[] => {
        if (b <= from || a >= until) return [[a, b]]
        const parts: Span[] = []
        if (a < from) parts.push([a, from])
        if (b > until) parts.push([until, b])
        return parts
      }),
    [...spans],
  )

/** What is booked: minutes by resource and day, and which minutes of the day they are. */
export class Bookings {
  private readonly booked = new Map<Resource, Float64Array>()
  private readonly taken = new Map<Resource, (readonly Span[] | undefined)[]>()

  of(resource: Resource): Float64Array {
    const found = this.booked.get(resource)
    if (found) return found
    const made = new Float64Array(horizon)
    this.booked.set(resource, made)
    return made
  }

  /** The minutes of a day in which a place or a person of a task has other work, in their order. */
  private busy({ resources }: Pick<Task, 'resources'>, day: number): readonly Span[] {
    let busy: readonly Span[] = nothing
    for (const resource of resources) {
      const own = resource.isLimited ? this.taken.get(resource)?.[day] : undefined
      if (own) busy = busy.length === 0 ? own : withSpans(busy, own)
    }
    return busy
  }

  /** The minutes of a day that are free for a task. */
  free(task: Task, day: number): number {
    let free = roomOf(task, day)
    for (const resource of task.resources)
      if (resource.isLimited) free = Math.min(free, resource.minutes[day]! - this.of(resource)[day]!)
    return free
  }

  /** The first free minutes of a day between two moments of it, so many at most. */
  first(task: Pick<Task, 'resources'>, day: number, [from, until]: Span, minutes: number): Span[] {
    const spans: Span[] = []
    let [at, left] = [from, minutes]
    const take = (end: number) => {
      const until = Math.min(end, at + left)
      if (until > at) spans.push([at, until])
      left -= Math.max(0, until - at)
    }
    for (const [begin, end] of this.busy(task, day)) {
      if (left <= 1e-6 || begin >= until) break
      take(begin)
      at = Math.max(at, end)
    }
    if (left > 1e-6) take(until)
    return spans
  }

  /** The last free minutes of a day before a moment of it. */
  last(task: Task, day: number, until: number, minutes: number): Span[] {
    const spans: Span[] = []
    let left = minutes
    for (const [from, end] of this.first(task, day, [dayBegin(task, day), until], Infinity).toReversed()) {
      if (left <= 1e-6) break
      const begin = Math.max(from, end - left)
      spans.unshift([begin, end])
      left -= end - begin
    }
    return spans
  }

  /** The resource that has no room for the minutes on a day, from a moment of it; null when all have. */
  full(task: Task, day: number, minutes: number, from = 0): Resource | null {
    for (const resource of task.resources)
      if (resource.isLimited && this.of(resource)[day]! + minutes > resource.minutes[day]! + 1e-6) return resource
    for (const resource of task.resources) {
      const whole = Math.min(minutes, dayEnd(task, day) - from)
      const spans = this.first({ resources: [resource] }, day, [from, dayEnd(task, day)], whole)
      if (resource.isLimited && sumOf(spans) < whole - 1e-6) return resource
    }
    return null
  }

  add(task: Task, { chunks }: Placed, sign: 1 | -1 = 1): void {
    for (const resource of task.resources) {
      const booked = this.of(resource)
      const taken = this.taken.get(resource) ?? []
      this.taken.set(resource, taken)
      for (const [day, minutes, spans] of chunks) {
        booked[day]! += sign * minutes
        if (resource.isLimited)
          taken[day] = sign === 1 ? withSpans(taken[day] ?? nothing, spans) : withoutSpans(taken[day] ?? nothing, spans)
      }
    }
  }
}

const sumOf = (spans: readonly Span[]): number => spans.reduce((sum, [from, until]) => sum + until - from, 0)

/** A part of a step that is not worth a day: less than a minute. */
const crumb = 1

type Moment = { day: number; offset: number }

type Chunk = [day: number, minutes: number, spans: readonly Span[]]

/** Where a task is: its parts by day. It ends with the last minute that is its own, behind what was planned before it. */
function placedOf(start: number, offset: number, chunks: readonly Chunk[]): Placed {
  const [end, , spans] = chunks.at(-1) ?? [start, 0, nothing]
  return { start, end, ends: Math.min(spans.at(-1)?.[1] ?? offset, clockDay - 1), chunks }
}

/**
 * The parts of a task from a day on: the minutes that `spansOn` finds on each day for what is left, until all are done;
 * null when it does not end in the days ahead, or does not begin on that day.
 */
function partsFrom(task: Task, start: number, spansOn: (day: number, left: number) => readonly Span[]): Chunk[] | null {
  const chunks: Chunk[] = []
  let left = task.minutes
  for (let day = start; left > 1e-6 && day < horizon; day += 1) {
    const spans = spansOn(day, left)
    const part = sumOf(spans)
    if (part >= Math.min(left, crumb) - 1e-9) {
      chunks.push([day, part, spans])
      left -= part
    } else if (day === start) return null
  }
  return left > 1e-6 ? null : chunks
}

/** The free minutes of a day for a task, from a moment of it: what its place and its people have left, in their order. */
const freeSpans = (task: Task, day: number, offset: number, left: number, bookings: Bookings): readonly Span[] => {
  const minutes = Math.min(left, bookings.free(task, day))
  return minutes <= 0 ? nothing : bookings.first(task, day, [offset, dayEnd(task, day)], minutes)
}

/**
 * The place of a task on the day that a person chose. One that fits into a day is there, whatever else is booked. A longer
 * one takes what is free from that day on; where nothing is free on the day itself, it over-books that day.
 */
function standsOn(task: Task, start: number, offset: number, bookings: Bookings): Placed | null {
  const room = roomOf(task, start)
  const whole = room > 0 ? room : usualDay
  const free = bookings.free(task, start)
  const first = task.minutes <= whole || free < crumb ? whole : free
  const chunks = partsFrom(task, start, (day, left) =>
    day === start
      ? bookings.first(task, day, [offset, Infinity], Math.min(left, first))
      : freeSpans(task, day, 0, left, bookings),
  )
  return chunks && placedOf(start, offset, chunks)
}

/** The earliest moment of a task after those that it waits for: a day, and the minutes of it that are over. */
export function readyAt(task: Task, placed: Schedule): { day: number; offset: number; cause: Cause } | null {
  let ready = task.earliest * clockDay + dayBegin(task, task.earliest)
  let cause: Cause = task.cause
  for (const { task: number, wait, isNextDay } of task.after) {
    const before = placed[number]
    if (!before) return null
    const next = isNextDay && task.fixed === null ? (before.end + 1) * clockDay : 0
    const at = Math.max(before.end * clockDay + before.ends + wait, next)
    if (at > ready) {
      ready = at
      cause = { kind: 'step', step: number }
    }
  }
  return { day: Math.floor(ready / clockDay), offset: ready % clockDay, cause }
}

/** The place from a day on in the minutes that other work leaves free; null when it cannot begin on that day. */
export function fitAt(task: Task, start: number, ready: Moment, bookings: Bookings): Placed | null {
  const offset = start === ready.day ? ready.offset : 0
  // What is left of the day behind what comes before it.
  if (roomOf(task, start) <= 0 || offset > dayEnd(task, start)) return null
  const chunks = partsFrom(task, start, (day, left) => freeSpans(task, day, day === start ? offset : 0, left, bookings))
  if (chunks === null || (task.isToStand && chunks.length > 1 && task.minutes <= roomOf(task, start))) return null
  return placedOf(start, offset, chunks)
}

/** The place that ends first. What nothing waits for is done on one day, where that is no later. */
function firstFit(task: Task, placed: Schedule, bookings: Bookings): Placed | null {
  const ready = readyAt(task, placed)
  if (!ready) return null
  for (let day = ready.day; day < horizon; day += 1) {
    const place = fitAt(task, day, ready, bookings)
    if (!place) continue
    const whole = place.chunks.length > 1 && task.before.length === 0 ? fitAt(task, place.end, ready, bookings) : null
    return whole?.end === place.end ? whole : place
  }
  return null
}

/** True for a task that does not fit into the day that stands. */
const isLong = (task: Task): boolean => task.fixed !== null && task.minutes > (roomOf(task, task.fixed) || usualDay)

/**
 * Books what stands: running steps, and those that a person planned. They may over-book a day. Those that need more than
 * a day come last, the earliest promise first, and take what the others leave free.
 */
export function withFixed(problem: Problem): { placed: (Placed | null)[]; bookings: Bookings } {
  const { tasks, jobs } = problem
  const bookings = new Bookings()
  const placed: (Placed | null)[] = tasks.map(() => null)
  const stand = (number: number) => {
    const task = tasks[number]!
    if (task.fixed === null) return
    const place = standsOn(task, task.fixed, endsBefore(task, task.fixed, placed), bookings)
    placed[number] = place
    if (place) bookings.add(task, place)
  }
  for (const number of inOrderOfDay(tasks)) if (!isLong(tasks[number]!)) stand(number)
  for (const job of byDay(problem)) for (const number of jobs[job]!.tasks) if (isLong(tasks[number]!)) stand(number)
  return { placed, bookings }
}

/** Tasks in the order in which a day does them: what runs, then as people planned them, none before what it waits for. */
function inOrderOfDay(tasks: readonly Task[]): number[] {
  const moments: string[] = []
  for (const [number, { moment, after }] of tasks.entries())
    moments[number] = after.reduce((last, { task }) => ((moments[task] ?? '') > last ? moments[task]! : last), moment)
  return [...tasks.keys()].toSorted((a, b) => (moments[a] === moments[b] ? a - b : moments[a]! < moments[b]! ? -1 : 1))
}

/** The minutes of a day that are over when the steps end that a task waits for, and what they made has rested. */
function endsBefore(own: Task, day: number, placed: Schedule): number {
  let offset = dayBegin(own, day)
  for (const { task, wait } of own.after) {
    const before = placed[task]
    const at = before ? before.end * clockDay + before.ends + wait : 0
    if (Math.floor(at / clockDay) === day) offset = Math.max(offset, at % clockDay)
    else if (before?.end === day) offset = Math.max(offset, before.ends)
  }
  return offset
}

/** Jobs in the order of their days; without one last, urgent ones first. */
export const byDay = ({ jobs }: Problem): number[] =>
  jobs
    .map((_, at) => at)
    .toSorted((a, b) => {
      const [one, other] = [jobs[a]!, jobs[b]!]
      return one.turn === other.turn ? rankOf(one.job) - rankOf(other.job) || a - b : one.turn - other.turn
    })

/** Forward: the jobs in that order, each step as early as it fits. What stands keeps its place. */
export function forward(problem: Problem, order: readonly number[], begun = withFixed(problem)): Schedule {
  const { placed, bookings } = begun
  for (const job of order)
    for (const number of problem.jobs[job]?.tasks ?? []) {
      const task = problem.tasks[number]!
      if (task.fixed !== null || placed[number]) continue
      const place = firstFit(task, placed, bookings)
      placed[number] = place
      if (place) bookings.add(task, place)
    }
  return placed
}

/** The latest moment at which a task has to be finished, by what waits for it: a day and the minutes of it. */
function finishBy(task: Task, due: number, placed: Schedule, tasks: readonly Task[]) {
  let latest = due * clockDay + clockDay - 1
  for (const { task: number, wait, isNextDay } of task.before) {
    const after = placed[number]
    if (!after) return null
    const next = tasks[number]!
    if (isNextDay && next.fixed === null) latest = Math.min(latest, after.start * clockDay - 1)
    const begins = after.chunks[0]?.[2][0]?.[0] ?? Math.min(after.ends, dayEnd(next, after.start))
    latest = Math.min(latest, after.start * clockDay + begins - wait)
  }
  return { day: Math.floor(latest / clockDay), minutes: ((latest % clockDay) + clockDay) % clockDay }
}

/** The latest place that ends in time, in what is free; its `ends` is the latest end within its day. */
function lastFit(task: Task, by: { day: number; minutes: number }, bookings: Bookings): Placed | null {
  const chunks: Chunk[] = []
  let left = task.minutes
  for (let day = Math.min(by.day, horizon - 1); day >= task.earliest; day -= 1) {
    if (roomOf(task, day) <= 0) continue
    const until = Math.min(dayEnd(task, day), day === by.day ? by.minutes : Infinity)
    const spans = bookings.last(task, day, until, Math.max(0, Math.min(left, bookings.free(task, day))))
    const part = sumOf(spans)
    if (part >= Math.min(left, crumb) - 1e-9) {
      chunks.unshift([day, part, spans])
      left -= part
    }
    if (left > 1e-6 || (chunks.length === 0 && task.minutes > 0)) continue
    const end = chunks.at(-1)?.[0] ?? day
    return { start: day, end, ends: chunks.at(-1)?.[2].at(-1)?.[1] ?? until, chunks }
  }
  return null
}

/** Backward: each step as late as its promise allows, the last promise first; null where it has none or does not fit. */
export function backward(problem: Problem): Schedule {
  const { tasks, jobs } = problem
  const bookings = new Bookings()
  const placed: (Placed | null)[] = tasks.map(() => null)
  for (const job of byDay(problem).toReversed()) {
    const { due, tasks: own } = jobs[job]!
    if (due === Infinity) continue
    for (const number of own.toReversed()) {
      const by = finishBy(tasks[number]!, due, placed, tasks)
      const place = by && lastFit(tasks[number]!, by, bookings)
      placed[number] = place
      if (place) bookings.add(tasks[number]!, place)
    }
  }
  return placed
}

/**
 * The day on which the last step of a job ends; null when one does not fit into the days ahead, and for a job that never
 * had steps, because nobody knows its work.
 */
export function readyDay({ jobs, opens }: Problem, schedule: Schedule, at: number): number | null {
  const { job, tasks } = jobs[at]!
  if (!job.has_steps) return null
  if (tasks.length === 0) return opens
  let last = 0
  for (const number of tasks) {
    const place = schedule[number]
    if (!place) return null
    last = Math.max(last, place.end)
  }
  return last
}

/**
 * How many days a job is behind the day that gives it its place, or another one; 0 in time. One without steps is late
 * when its day is over.
 */
export function daysLate(problem: Problem, schedule: Schedule, at: number, due = problem.jobs[at]!.due): number {
  const { job } = problem.jobs[at]!
  if (due === Infinity) return 0
  const ready = job.has_steps ? (readyDay(problem, schedule, at) ?? horizon) : 0
  return Math.max(0, ready - due)
}

/** A planned step that stands before the end of a step that it waits for: both, by their numbers. */
export type OutOfOrder = { step: number; before: number; days: number }

/** The planned step of a job that is furthest before what it waits for; null where all are in their order. */
export function outOfOrder({ tasks, jobs }: Problem, schedule: Schedule, at: number): OutOfOrder | null {
  let worst: OutOfOrder | null = null
  for (const step of jobs[at]!.tasks) {
    const { step: own, fixed, after } = tasks[step]!
    if (fixed === null || isRunning(own)) continue
    for (const { task: before } of after) {
      const days = (schedule[before]?.end ?? horizon) - fixed
      if (days > (worst?.days ?? 0)) worst = { step, before, days }
    }
  }
  return worst
}

/** How many days a job misses its promise, or one of its planned steps what is done before it. */
export const daysOff = (problem: Problem, schedule: Schedule, at: number): number =>
  Math.max(daysLate(problem, schedule, at), outOfOrder(problem, schedule, at)?.days ?? 0)
