import { closedBy, type Closure } from '../../../shared/domain/records/work-centre.ts'
import type { Grouping } from './calendar-place.ts'
import type { Day } from './days.ts'
import { changesPeople, changesPlace, type Entry, type Target } from './entry.ts'

/** A row or column: a person, a machine, a van, or the entries of none. */
export type Lane = {
  /** Empty for the lane of entries of none. */
  id: string
  name: string
  avatar?: string
  /** Minutes a day, if it has a limit. */
  capacity?: number
  /** The working days of the week, if not all: 1 is Monday. */
  workDays?: readonly number[] | null
  closures?: readonly Closure[]
}

/** The reason why a machine is closed on a day; null when it is open. */
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

/** True when entries of this kind have such a lane: a task has no van. */
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
