import { dayAfter, daysBetween, mondayOf, weekdayOf } from '../../../shared/domain/time/days.ts'
import { instantOf, wallClock } from '../../../shared/domain/time/zoned.ts'

/** The seven days from a Monday on. */
export const weekFrom = (monday: string): string[] => Array.from({ length: 7 }, (_, place) => dayAfter(monday, place))

/** The number of a week by ISO 8601: the week of the year's first Thursday is the first. */
export function weekNumber(day: string): number {
  const thursday = dayAfter(mondayOf(day), 3)
  return 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7)
}

export type Hours = { starts_at: string; ends_at: string; break_minutes: number }

/** The worked minutes of a shift: real time, also when clocks change, minus the break. */
export const workedMinutes = ({ starts_at, ends_at, break_minutes }: Hours): number =>
  Math.max(0, Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000) - break_minutes)

export const sumOfMinutes = (shifts: readonly Hours[]): number =>
  shifts.reduce((sum, shift) => sum + workedMinutes(shift), 0)

/** `450` is `7 h 30`, `480` is `8 h`. */
export function hoursText(minutes: number): string {
  const whole = Math.abs(Math.round(minutes))
  const rest = whole % 60
  return `${minutes < 0 ? '−' : ''}${Math.floor(whole / 60)} h${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')}`}`
}

/** From a day and two clock times of the company to instants; an end that is not after the begin is on the next day. */
export function spanOf(zone: string, day: string, from: string, to: string): { starts_at: string; ends_at: string } {
  const lastDay = to > from ? day : dayAfter(day, 1)
  return {
    starts_at: new Date(instantOf(zone, day, from)).toISOString(),
    ends_at: new Date(instantOf(zone, lastDay, to)).toISOString(),
  }
}

/** The same clock times on another day. */
export function movedTo(zone: string, { starts_at, ends_at }: Omit<Hours, 'break_minutes'>, day: string) {
  return spanOf(zone, day, wallClock(zone, starts_at).clock, wallClock(zone, ends_at).clock)
}

// ------------------------------------------------------------------------------------------ hours against contract

export type Contract = { user_id: string; valid_from: string; hours_per_week: string }
export type Away = { user_id: string; starts_on: string; ends_on: string; status: string; kind: string | null }

/** A person's contract minutes a week on a day; null without a contract. */
export function contractMinutes(contracts: readonly Contract[], person: string, day: string): number | null {
  const [latest] = contracts
    .filter(({ user_id, valid_from }) => user_id === person && valid_from <= day)
    .toSorted((one, other) => (one.valid_from < other.valid_from ? 1 : -1))
  if (!latest) return null
  const [hours = '0', part = ''] = latest.hours_per_week.split('.')
  return Number(hours) * 60 + Math.round((Number(part.padEnd(2, '0').slice(0, 2)) * 60) / 100)
}

export const isAwayOn = (away: Pick<Away, 'starts_on' | 'ends_on'>, day: string): boolean =>
  away.starts_on <= day && day <= away.ends_on

/**
 * Minutes of a week that an approved absence counts as worked: a fifth of the contract for each day from Monday to
 * Friday. Unpaid leave counts nothing, and neither do the days on which the contract is not known.
 */
export const creditedMinutes = (
  absences: readonly Away[],
  contracts: readonly Contract[],
  person: string,
  days: readonly string[],
): number => {
  const mine = absences.filter(
    ({ user_id, status, kind }) => user_id === person && status === 'approved' && kind !== 'unpaid',
  )
  const credited = days
    .filter((day) => weekdayOf(day) <= 5 && mine.some((away) => isAwayOn(away, day)))
    .map((day) => (contractMinutes(contracts, person, day) ?? 0) / 5)
  return Math.round(credited.reduce((sum, minutes) => sum + minutes, 0))
}

export type Balance = {
  /** On shift, without breaks. */
  planned: number
  /** Counted for absences. */
  credited: number
  /** The contract minutes; null without one. */
  contract: number | null
}

/** A person's planned, credited and contract minutes of a week. `shifts`: those that begin in the week. */
export function balanceOf(
  person: string,
  days: readonly string[],
  week: { shifts: readonly (Hours & { user_id: string })[]; absences: readonly Away[]; contracts: readonly Contract[] },
): Balance {
  return {
    planned: sumOfMinutes(week.shifts.filter(({ user_id }) => user_id === person)),
    credited: creditedMinutes(week.absences, week.contracts, person, days),
    contract: contractMinutes(week.contracts, person, days.at(-1) ?? ''),
  }
}
