import { closedBy, type Closure } from '../../../shared/domain/records/work-centre.ts'
import type { Grouping } from './calendar-place.ts'
import type { Day } from './days.ts'
import { changesPeople, changesPlace, type Entry, type Target } from './entry.ts'

/** A row or a column of its own: a person, a machine, a van, or what belongs to none. */
export type Lane = {
  /** Empty for what belongs to nobody or nothing. */
  id: string
  name: string
  avatar?: string
  /** Minutes a day, where it has a limit. */
  capacity?: number
  /** The days of the week on which it works, where it does not work on all: 1 is Monday. */
  workDays?: readonly number[] | null
  closures?: readonly Closure[]
}

/** Why a machine does not work on a day; null where it works. */
export const closedOn = (
  { id, workDays, closures }: Pick<Lane, 'id' | 'workDays' | 'closures'>,
  day: Day,
): string | null => (workDays ? closedBy({ id, workDays }, closures ?? [], day) : null)

/** The lane ids of an entry; an empty id when it belongs to nobody. */
export function lanesOf(entry: Entry, by: Grouping): string[] {
  if (by === 'person') return entry.people.length > 0 ? entry.people : ['']
  const place = by === 'machine' ? entry.workCentre : entry.van
  return [place ?? '']
}

/** Whether an entry has anything to do with these lanes: a task has no van. */
export function belongs(entry: Entry, by: Grouping): boolean {
  if (by === 'person') return entry.kind !== 'payment' && entry.kind !== 'closure' && entry.kind !== 'booking'
  return by === 'machine' ? entry.kind === 'step' : entry.kind === 'delivery' || entry.kind === 'installation'
}

/**
 * The change of a drop on another lane: another person, machine or van. A text is the reason why it cannot be dropped
 * there.
 */
export function laneChange(
  entry: Entry,
  by: Grouping | null,
  from: string,
  to: string,
): Pick<Target, 'people' | 'place'> | string {
  if (by === null || from === to) return {}
  if (by === 'person') {
    if (!changesPeople(entry.kind)) return 'Its people are changed where it is opened'
    const others = entry.people.filter((person) => person !== from && person !== to)
    return { people: to === '' ? others : [...others, to] }
  }
  if (!changesPlace(entry.kind, by))
    return by === 'machine' ? 'Only steps can be planned on machines' : 'Only deliveries and installations go by van'
  return to === '' && by === 'machine' ? 'Choose a lane with a name' : { place: to }
}
