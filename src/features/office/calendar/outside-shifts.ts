import { type Entry, isWholeDay } from './entry'
import { clockOfMinutes } from './zone'

/** Someone of an entry who does not work at its time, in words that follow their name: `works 08:00 – 16:30 that day`. */
export type Outside = { person: string; words: string }

const isOnDay = (entry: Entry, day: string) => entry.firstDay <= day && day <= entry.lastDay

/**
 * The people of a timed entry who do not work then, by the shifts and absences that were read. A person without any shift
 * among them has no planned hours, and is not named.
 */
export function outsideShifts(moved: Entry, entries: readonly Entry[]): Outside[] {
  const { startsAt, endsAt, firstDay } = moved
  if (moved.kind === 'shift' || startsAt === null || endsAt === null || isWholeDay(moved)) return []
  return moved.people.flatMap((person) => {
    const own = entries.filter(({ people }) => people.includes(person))
    if (own.some((entry) => entry.kind === 'absence' && isOnDay(entry, firstDay)))
      return { person, words: 'is away that day' }
    const shifts = own.filter(({ kind }) => kind === 'shift')
    if (shifts.length === 0) return []
    const covers = (shift: Entry) => (shift.startsAt ?? Infinity) <= startsAt && endsAt <= (shift.endsAt ?? -Infinity)
    if (shifts.some(covers)) return []
    const ofDay = shifts.filter((shift) => isOnDay(shift, firstDay))
    return ofDay.length === 0
      ? { person, words: 'has no shift that day' }
      : { person, words: `works ${ofDay.map(hoursOf).join(' and ')} that day` }
  })
}

const hoursOf = ({ from, until }: Entry): string => `${clockOfMinutes(from ?? 0)} – ${clockOfMinutes(until ?? 1440)}`
