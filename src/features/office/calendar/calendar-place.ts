import { dayAfter, isDay } from '../../../shared/domain/time/days.ts'
import {
  addMonths,
  type Day,
  daysFrom,
  firstOfWeek,
  longWeekday,
  monthText,
  numberOfDay,
  sameMonth,
  shortMonthText,
  weeksOfMonth,
} from './days.ts'
import { type EntryKind, entryKinds, isEntryKind } from './entry.ts'

export const calendarViews = ['month', 'week', 'day', 'agenda'] as const
export type CalendarView = (typeof calendarViews)[number]
export const viewLabels: Record<CalendarView, string> = { month: 'Month', week: 'Week', day: 'Day', agenda: 'Agenda' }
export const groupings = ['person', 'machine', 'van'] as const
export type Grouping = (typeof groupings)[number]
export const groupingLabels: Record<Grouping, string> = { person: 'By person', machine: 'By machine', van: 'By van' }

/** The calendar's state in the address. */
export type CalendarPlace = {
  view: CalendarView
  day: Day
  by: Grouping | null
  kinds: readonly EntryKind[]
  person: string | null
  place: string | null
}

/** Shifts are drawn behind the days of people. As entries they would cover everything else. */
export const usualKinds: readonly EntryKind[] = entryKinds.filter((kind) => kind !== 'shift')

const uuid = /^[0-9a-f-]{36}$/i

/** Reads the address. Unreadable values count as missing. */
export function readPlace(search: URLSearchParams, usual: { today: Day; view: CalendarView }): CalendarPlace {
  const view = calendarViews.find((one) => one === search.get('view')) ?? usual.view
  const day = search.get('day') ?? ''
  const by = groupings.find((one) => one === search.get('by')) ?? null
  const kinds = search.get('kinds')?.split('.').filter(isEntryKind)
  const idOf = (name: string) => {
    const text = search.get(name)
    return text && uuid.test(text) ? text : null
  }
  return {
    view,
    day: isDay(day) ? day : usual.today,
    by: view === 'week' || view === 'day' ? by : null,
    kinds: kinds ?? usualKinds,
    person: idOf('person'),
    place: idOf('place'),
  }
}

const areUsual = (kinds: CalendarPlace['kinds']): boolean =>
  kinds.length === usualKinds.length && usualKinds.every((kind) => kinds.includes(kind))

/** The address with something changed. Usual values are left out. */
export function withPlace(
  search: URLSearchParams,
  change: Partial<CalendarPlace>,
  usual: { today: Day; view: CalendarView },
): URLSearchParams {
  const next = new URLSearchParams(search)
  const set = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value))
  if (change.view) set('view', change.view === usual.view ? null : change.view)
  if (change.day) set('day', change.day === usual.today ? null : change.day)
  if (change.by !== undefined) {
    set('by', change.by)
    const view = calendarViews.find((one) => one === next.get('view')) ?? usual.view
    if (change.by !== null && view !== 'day' && view !== 'week') set('view', usual.view === 'week' ? null : 'week')
  }
  if (change.kinds) set('kinds', areUsual(change.kinds) ? null : change.kinds.join('.'))
  if (change.person !== undefined) set('person', change.person)
  if (change.place !== undefined) set('place', change.place)
  return next
}

/** The number of days in an agenda. */
export const agendaDays = 28

/** The first and the last day that a view shows. */
export function rangeOf({ view, day }: Pick<CalendarPlace, 'view' | 'day'>): { from: Day; to: Day } {
  if (view === 'day') return { from: day, to: day }
  if (view === 'agenda') return { from: day, to: dayAfter(day, agendaDays - 1) }
  if (view === 'week') return { from: firstOfWeek(day), to: dayAfter(firstOfWeek(day), 6) }
  const weeks = weeksOfMonth(day)
  return { from: weeks[0]?.[0] ?? day, to: weeks.at(-1)?.[6] ?? day }
}
export const daysOf = (place: Pick<CalendarPlace, 'view' | 'day'>): Day[] =>
  place.view === 'day' ? [place.day] : daysFrom(rangeOf(place).from, place.view === 'agenda' ? agendaDays : 7)

/** The day to look at one page on (1) or back (-1). */
export function stepped({ view, day }: Pick<CalendarPlace, 'view' | 'day'>, step: 1 | -1): Day {
  if (view === 'month') return addMonths(day, step)
  return dayAfter(day, step * (view === 'day' ? 1 : view === 'week' ? 7 : agendaDays))
}

const dayWithMonth = (day: Day) => `${numberOfDay(day)} ${shortMonthText(day)}`

/** `November 2026`, `16 – 22 Nov 2026`, `Friday 20 Nov 2026`. */
export function periodText(place: Pick<CalendarPlace, 'view' | 'day'>): string {
  const { from, to } = rangeOf(place)
  const year = to.slice(0, 4)
  if (place.view === 'month') return monthText(place.day)
  if (place.view === 'day') return `${longWeekday(place.day)} ${dayWithMonth(place.day)} ${year}`
  if (sameMonth(from, to)) return `${numberOfDay(from)} – ${dayWithMonth(to)} ${year}`
  return `${dayWithMonth(from)}${from.slice(0, 4) === year ? '' : ` ${from.slice(0, 4)}`} – ${dayWithMonth(to)} ${year}`
}
