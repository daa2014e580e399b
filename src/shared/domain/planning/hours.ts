import { closedBy } from '../records/work-centre.ts'
import { dayAfter, daysBetween, mondayOf } from '../time/days.ts'
import type { PlanCentre, Workload } from './workload.ts'

/** How many days a plan looks ahead. */
export const horizon = 180
/** The minutes of a working day where nobody said another number. */
export const usualDay = 480

/** Who or what does a step: a work centre or a person. Index 0 of the minutes is today. */
export type Resource = {
  id: string
  /** Minutes that can be worked on each day; 0 when it is closed or away. */
  minutes: Float64Array
  /** False: any number of steps fit into a day, each of `minutes` at most. */
  isLimited: boolean
}

/** The hours that an absent limit stands for, on the days that are open. */
const usual = (days: readonly string[], isOpen: (day: string) => boolean): Float64Array =>
  Float64Array.from(days, (day) => (isOpen(day) ? usualDay : 0))

/** Minutes of shifts by day. */
function shiftsOf(shifts: Workload['shifts'], isOwn: (shift: Workload['shifts'][number]) => boolean) {
  const byDay = new Map<string, number>()
  for (const shift of shifts) if (isOwn(shift)) byDay.set(shift.day, (byDay.get(shift.day) ?? 0) + shift.minutes)
  return byDay
}

/** The weeks for which somebody planned shifts, by their Mondays. */
const plannedWeeks = ({ shifts }: Workload): Set<string> => new Set(shifts.map(({ day }) => mondayOf(day)))

/** So many of the last planned weeks stand for those that nobody planned. */
export const usualWeeks = 4

/** The first Monday from which on nobody planned shifts; null where no shift is planned at all. */
export function rosterEnds(workload: Workload): string | null {
  const last = [...plannedWeeks(workload)].toSorted().at(-1)
  return last === undefined ? null : dayAfter(last, 7)
}

/**
 * The minutes of a roster on a day: those of its shifts, and in a week that nobody planned the mean of that weekday in the
 * last planned weeks. Null when it has no shift in any week.
 */
function rosterOf(workload: Workload, byDay: ReadonlyMap<string, number>): ((day: string) => number) | null {
  if (byDay.size === 0) return null
  const weeks = plannedWeeks(workload)
  const last = [...weeks].toSorted().slice(-usualWeeks)
  const mean = Array.from({ length: 7 }, (_, weekday) => {
    const sum = last.reduce((all, monday) => all + (byDay.get(dayAfter(monday, weekday)) ?? 0), 0)
    return Math.floor(sum / last.length)
  })
  return (day) => {
    const monday = mondayOf(day)
    return weeks.has(monday) ? (byDay.get(day) ?? 0) : mean[daysBetween(monday, day)]!
  }
}

/**
 * A work centre that people have shifts at works as long as they do. Without any shift it works its own hours.
 */
function centreHours(centre: PlanCentre, workload: Workload, days: readonly string[]): Resource {
  const { closures, shifts } = workload
  const byDay = shiftsOf(shifts, (shift) => shift.centre === centre.id)
  const roster = rosterOf(workload, byDay)
  const isOpen = (day: string) => closedBy(centre, closures, day) === null
  if (centre.capacity === 0) return { id: centre.id, minutes: usual(days, isOpen), isLimited: false }
  const minutes = Float64Array.from(days, (day) =>
    !isOpen(day) ? 0 : Math.min(centre.capacity, roster?.(day) ?? centre.capacity),
  )
  return { id: centre.id, minutes, isLimited: true }
}

function personHours(person: string, workload: Workload, days: readonly string[]): Resource {
  const { away, shifts } = workload
  const byDay = shiftsOf(shifts, (shift) => shift.person === person)
  const roster = rosterOf(workload, byDay)
  const isAway = (day: string) =>
    away.some((one) => one.person === person && one.starts_on <= day && day <= one.ends_on)
  // Who has no shift in any week works whenever there is work: only leave keeps them away.
  const minutes = Float64Array.from(days, (day) => (isAway(day) ? 0 : (roster?.(day) ?? Infinity)))
  return { id: person, minutes, isLimited: true }
}

/** The days that a plan looks at, and the hours of every work centre and of everybody who has a step. */
export type Hours = {
  days: readonly string[]
  centres: ReadonlyMap<string, Resource>
  people: ReadonlyMap<string, Resource>
  /** For steps without a work centre: Monday to Friday, less the days on which everything is closed. */
  anywhere: Resource
  /** The minutes of a working day that are over today. */
  begun: number
}

/** `spent`: the share of today's working hours that is over, from 0 to 1. */
export function hoursOf(workload: Workload, spent = 0): Hours {
  const days = Array.from({ length: horizon }, (_, at) => dayAfter(workload.today, at))
  const people = new Set(workload.jobs.flatMap(({ steps }) => steps.flatMap((step) => step.people)))
  const everywhere = { id: '', workDays: [1, 2, 3, 4, 5] }
  const isOpen = (day: string) => closedBy(everywhere, workload.closures, day) === null
  const hours = {
    days,
    centres: new Map(workload.centres.map((centre) => [centre.id, centreHours(centre, workload, days)])),
    people: new Map([...people].map((person) => [person, personHours(person, workload, days)])),
    anywhere: { id: '', minutes: usual(days, isOpen), isLimited: false },
    begun: Math.floor(usualDay * spent),
  }
  for (const { minutes } of [...hours.centres.values(), ...hours.people.values(), hours.anywhere])
    minutes[0] = Math.floor((minutes[0] ?? 0) * (1 - spent))
  return hours
}

/** The place of a day in a plan; past days are before 0. */
export const placeOfDay = ({ days }: Hours, day: string): number => daysBetween(days[0] ?? day, day)
