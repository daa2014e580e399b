import { fromField } from '@/kit/fields/moment'
import { readTime } from '@/kit/fields/read-time'

type Typed = { day: string; from: string; to: string; minutes: string }

const dayLong = 24 * 60

/** Why a work that is added by hand cannot be saved, by field. Its end is typed as a time or as minutes. */
export function addedProblems({ day, from, to, minutes }: Typed): Partial<Record<'to' | 'minutes', string>> {
  if (to === '' && minutes === '') return { to: 'Please enter when it ended, or the minutes' }
  if (to !== '' && minutes !== '') return { minutes: 'Enter the end or the minutes, not both' }
  const begin = readTime(from)
  const end = readTime(to)
  if (end !== null && begin !== null && end <= begin)
    return { to: 'The end is before the start. Past midnight, enter the minutes.' }
  const until = endOf({ day, from, to, minutes })
  return until !== null && Date.parse(until) > Date.now() + 60_000
    ? { [to === '' ? 'minutes' : 'to']: 'It is in the future' }
    : {}
}

/** The start of a work by the clock of the company, in UTC; null for text that is no time. */
export const beginOf = ({ day, from }: Pick<Typed, 'day' | 'from'>): string | null => fromField(`${day}T${from}`, null)

/** Its end, in UTC; null for text that is none. */
export function endOf({ day, from, to, minutes }: Typed): string | null {
  if (minutes === '') return fromField(`${day}T${to}`, null)
  const begin = beginOf({ day, from })
  const whole = Number(minutes)
  return begin === null || !Number.isInteger(whole) || whole < 1 || whole > dayLong
    ? null
    : new Date(Date.parse(begin) + whole * 60_000).toISOString()
}
