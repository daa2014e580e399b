import { dayAfter, daysBetween } from '../../../shared/domain/time/days.ts'
import type { Day } from './days.ts'
import { instantOf, wallOf } from './zone.ts'

export const entryKinds = [
  'job',
  'step',
  'delivery',
  'installation',
  'booking',
  'task',
  'shift',
  'absence',
  'payment',
  'closure',
] as const
export type EntryKind = (typeof entryKinds)[number]
export const kindLabels: Record<EntryKind, { one: string; many: string }> = {
  job: { one: 'Job due', many: 'Jobs due' },
  step: { one: 'Step', many: 'Steps planned' },
  delivery: { one: 'Delivery', many: 'Deliveries' },
  installation: { one: 'Installation', many: 'Installations' },
  booking: { one: 'Appointment', many: 'Appointments' },
  task: { one: 'Task', many: 'Tasks due' },
  shift: { one: 'Shift', many: 'Shifts' },
  absence: { one: 'Away', many: 'Absences' },
  payment: { one: 'Payment expected', many: 'Payments expected' },
  closure: { one: 'Closed', many: 'Days closed' },
}
export const isEntryKind = (text: unknown): text is EntryKind => entryKinds.some((kind) => kind === text)

/** Something in the calendar, or beside it while it has no time yet. */
export type Entry = {
  kind: EntryKind
  id: string
  title: string
  detail: string | null
  number: string | null
  /** In ms; null for all-day entries and for entries without a time. */
  startsAt: number | null
  endsAt: number | null
  /** Days in the company's time zone, both included; empty without a time. */
  firstDay: Day
  lastDay: Day
  /** Minutes of the clock on the first and the last day; null for whole days. */
  from: number | null
  until: number | null
  /** The length in minutes. */
  minutes: number | null
  people: string[]
  workCentre: string | null
  van: string | null
  status: string
  isDone: boolean
  mayMove: boolean
  mayResize: boolean
  mark: string
  parentId: string | null
  /** As the company writes it: `€1,453.45`. */
  amount: string | null
  /** The due day of the job, for an entry without a time. */
  dueOn: Day | null
}

/** Why an entry keeps its time; null for one that may be moved. */
export function whyFixed(entry: Entry): string | null {
  if (entry.mayMove) return null
  if (entry.isDone) return 'It is done: what was done keeps its time.'
  switch (entry.kind) {
    case 'payment':
      return 'It has the due day of its invoice, and changes there.'
    case 'absence':
      return 'Leave is asked for and decided at Staff scheduling.'
    case 'closure':
      return 'Closed days are changed in the opening hours.'
    case 'booking':
      return 'This appointment is not open, or you may not move appointments.'
    default:
      return 'It is not open any more, or you may not move it.'
  }
}

export const keyOf = ({ kind, id }: { kind: EntryKind; id: string }): string => `${kind}.${id}`

/** True when both have the same time, place and people. */
export const isSamePlan = (one: Entry, other: Entry): boolean =>
  one.startsAt === other.startsAt &&
  one.firstDay === other.firstDay &&
  one.minutes === other.minutes &&
  one.workCentre === other.workCentre &&
  one.van === other.van &&
  one.people.join() === other.people.join()

/** Converts a row of `calendar_entries` to the company's time zone; null for an unknown kind. */
export function toEntry(row: EntryRow, zone: string): Entry | null {
  if (!isEntryKind(row.kind)) return null
  const common = {
    kind: row.kind,
    id: row.id,
    title: row.title,
    detail: row.detail,
    number: row.number,
    people: row.person_ids ?? [],
    workCentre: row.work_centre_id,
    van: row.van_id,
    status: row.status,
    isDone: row.is_done,
    mayMove: row.may_move,
    mayResize: row.may_resize,
    mark: row.mark,
    parentId: row.parent_id,
    amount: row.amount,
    dueOn: null,
  }
  if (row.starts_at === null || row.ends_at === null) {
    if (row.first_day === null || row.last_day === null) return null
    const days = { firstDay: row.first_day, lastDay: row.last_day }
    return { ...common, ...days, startsAt: null, endsAt: null, from: null, until: null, minutes: null }
  }
  return { ...common, ...timesOf(Date.parse(row.starts_at), Date.parse(row.ends_at), zone) }
}

export type EntryRow = {
  kind: string
  id: string
  title: string
  detail: string | null
  number: string | null
  starts_at: string | null
  ends_at: string | null
  first_day: string | null
  last_day: string | null
  person_ids: string[] | null
  work_centre_id: string | null
  van_id: string | null
  status: string
  is_done: boolean
  may_move: boolean
  may_resize: boolean
  mark: string
  parent_id: string | null
  amount: string | null
}

type Times = Pick<Entry, 'startsAt' | 'endsAt' | 'firstDay' | 'lastDay' | 'from' | 'until' | 'minutes'>

/** The days and clock times of a span. A span that ends at midnight ends on the day before. */
export function timesOf(startsAt: number, endsAt: number, zone: string): Times {
  const start = wallOf(startsAt, zone)
  const end = wallOf(endsAt, zone)
  const endsAtMidnight = end.minutes === 0 && end.day > start.day
  return {
    startsAt,
    endsAt,
    firstDay: start.day,
    lastDay: endsAtMidnight ? dayAfter(end.day, -1) : end.day,
    from: start.minutes,
    until: endsAtMidnight ? 1440 : end.minutes,
    minutes: Math.round((endsAt - startsAt) / 60_000),
  }
}

/** Shown on the line of whole days: without a time of day, or longer than one. */
export const isWholeDay = (entry: Entry): boolean => entry.from === null || (entry.minutes ?? 0) >= 1440
export const isScheduled = (entry: Entry): boolean => entry.firstDay !== ''

/** An empty place of the calendar: a day, an hour, and where on the screen it is. */
export type Slot = { day: Day; minutes: number; x: number; y: number }

export type Target = { day: Day; minutes: number | null; length?: number; people?: string[]; place?: string }

/** The start in minutes when only a day was chosen for an entry without a time. */
const usualStart = 9 * 60
/** The length in minutes of an entry without one, as the database has it. */
const usualLength = ({ kind }: Entry): number => (kind === 'installation' ? 120 : 30)

/** Kinds that have days only, no time. */
export const isByDay = (kind: EntryKind): boolean => kind === 'job' || kind === 'absence'
/** Kinds that have a day, and a time of it where somebody said one. */
export const mayBeByDay = (kind: EntryKind): boolean =>
  kind === 'task' || kind === 'delivery' || kind === 'installation'
/** Kinds that may be taken out of the calendar again. */
export const mayWait = (kind: EntryKind): boolean => ['job', 'step', 'delivery', 'installation', 'task'].includes(kind)
/** Kinds whose people a move may change, and those whose machine or van. */
export const changesPeople = (kind: EntryKind): boolean => kind === 'step' || kind === 'shift'
export const changesPlace = (kind: EntryKind, by: 'machine' | 'van'): boolean =>
  by === 'machine' ? kind === 'step' : kind === 'delivery' || kind === 'installation'

/** The entry after a move. */
export function movedTo(entry: Entry, target: Target, zone: string): Entry {
  const people = target.people ? { people: target.people } : {}
  const place =
    target.place === undefined
      ? {}
      : entry.kind === 'step'
        ? { workCentre: target.place }
        : { van: target.place || null }
  const minutes = target.minutes ?? entry.from
  if (isByDay(entry.kind) || (mayBeByDay(entry.kind) && minutes === null)) {
    const length = entry.firstDay === '' ? 0 : Math.max(0, daysBetween(entry.firstDay, entry.lastDay))
    return {
      ...entry,
      ...people,
      ...place,
      firstDay: target.day,
      lastDay: dayAfter(target.day, length),
      startsAt: null,
      endsAt: null,
      from: null,
      until: null,
      minutes: null,
    }
  }
  const startsAt = instantOf({ day: target.day, minutes: minutes ?? usualStart }, zone)
  const length = target.length ?? entry.minutes ?? usualLength(entry)
  return { ...entry, ...people, ...place, ...timesOf(startsAt, startsAt + length * 60_000, zone) }
}
