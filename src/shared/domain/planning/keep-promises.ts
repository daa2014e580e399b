import { horizon } from './hours.ts'
import {
  backward,
  byDay,
  daysOff,
  fitAt,
  forward,
  type Placed,
  type Problem,
  readyAt,
  type Schedule,
  withFixed,
} from './schedule.ts'

/** How many places the search tries before it takes the best plan found so far. */
const mostTries = 40_000
/** With more steps than these a search would not end. */
const mostSearched = 40
const mostRounds = 8
/** So many late jobs are tried before all others, each in a plan of its own. */
const mostFirst = 40

type Score = { late: number; days: number }

const scoreOf = (problem: Problem, schedule: Schedule): Score => {
  let [late, days] = [0, 0]
  for (const job of problem.jobs.keys()) {
    const own = daysOff(problem, schedule, job)
    if (own > 0) late += 1
    days += own
  }
  return { late, days }
}

const isBetter = (one: Score, other: Score): boolean =>
  one.late < other.late || (one.late === other.late && one.days < other.days)

/** Jobs by the latest day on which their first step can begin. */
function bySlack(problem: Problem): number[] {
  const latest = backward(problem)
  const begin = problem.jobs.map(({ tasks, due }) =>
    Math.min(due, ...tasks.map((number) => latest[number]?.start ?? (due === Infinity ? Infinity : -1))),
  )
  return byDay(problem).toSorted((a, b) => (begin[a]! === begin[b]! ? 0 : begin[a]! - begin[b]!))
}

/** Tries every day for every step of these jobs, until all are in time or the tries are over. */
function searched(problem: Problem, order: readonly number[]): ReturnType<typeof withFixed> | null {
  const numbers = order.flatMap((job) => problem.jobs[job]!.tasks.filter((one) => problem.tasks[one]!.fixed === null))
  if (numbers.length > mostSearched) return null
  const { placed, bookings } = withFixed(problem)
  let tries = 0
  const place = (at: number): boolean => {
    const number = numbers[at]
    if (number === undefined) return order.every((job) => daysOff(problem, placed, job) === 0)
    const task = problem.tasks[number]!
    const ready = readyAt(task, placed)
    const due = problem.jobs[task.job]!.due
    for (let day = ready?.day ?? horizon; ready && day <= due && day < horizon; day += 1) {
      if ((tries += 1) > mostTries) return false
      const found: Placed | null = fitAt(task, day, ready, bookings)
      if (!found || found.end > due) continue
      placed[number] = found
      bookings.add(task, found)
      if (place(at + 1)) return true
      bookings.add(task, found, -1)
      placed[number] = null
    }
    return false
  }
  return place(0) ? { placed, bookings } : null
}

/** A plan that keeps every promise that can be kept when its job is alone, found by search; null when none is found. */
function searchedPlan(problem: Problem): Schedule | null {
  const promised = byDay(problem).filter((job) => problem.jobs[job]!.due !== Infinity)
  const possible = promised.filter((job) => searched(problem, [job]) !== null)
  const found = searched(problem, possible)
  // The others come after them, where there is room.
  return found && forward(problem, byDay(problem), found)
}

/** The late jobs of a plan, the least work first. */
function smallestLate(problem: Problem, schedule: Schedule): number[] {
  const work = problem.jobs.map(({ tasks }) => tasks.reduce((sum, number) => sum + problem.tasks[number]!.minutes, 0))
  return [...problem.jobs.keys()]
    .filter((job) => daysOff(problem, schedule, job) > 0)
    .toSorted((a, b) => work[a]! - work[b]!)
    .slice(0, mostFirst)
}

/**
 * The plan of all steps without a day: the earliest promise first, each as early as it fits. Another order is taken where
 * fewer jobs are late in it and none of those that are late anyway is later still. What a person planned stands. A small
 * plan is searched whole, so that it keeps all promises where any plan does.
 */
export function planned(problem: Problem): Schedule {
  const first = forward(problem, byDay(problem))
  const lateAnyway = [...problem.jobs.keys()].map((job) => daysOff(problem, first, job))
  let [best, score] = [first, scoreOf(problem, first)]
  const consider = (schedule: Schedule) => {
    const own = scoreOf(problem, schedule)
    if (!isBetter(own, score)) return false
    if (lateAnyway.some((days, job) => days > 0 && daysOff(problem, schedule, job) > days)) return false
    ;[best, score] = [schedule, own]
    return true
  }
  if (score.late === 0) return best
  // A few minutes of a small job need not wait for days of a large one.
  let order = byDay(problem)
  for (const job of smallestLate(problem, first)) {
    const tried = [job, ...order.filter((one) => one !== job)]
    if (consider(forward(problem, tried))) order = tried
    if (score.late === 0) return best
  }
  order = bySlack(problem)
  consider(forward(problem, order))
  for (let round = 0; round < mostRounds && score.late > 0; round += 1) {
    const tried = best
    // What is late goes first, the shorter it is late the earlier: what cannot be saved waits.
    const late = new Set(order.filter((job) => daysOff(problem, tried, job) > 0))
    if (late.size === 0) break
    order = [...late, ...order.filter((job) => !late.has(job))]
    const before = score
    consider(forward(problem, order))
    if (score === before) break
  }
  if (score.late > 0 && problem.tasks.length <= mostSearched * 2) {
    const found = searchedPlan(problem)
    if (found) consider(found)
  }
  return best
}
