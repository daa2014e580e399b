import { dayText } from '../text/formats'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/**
 * The age of a notice: minutes, hours, days under 7 days, otherwise a date (spec 2 §9). Under a minute, and with a
 * clock behind the server's, it is Just now.
 */
export function noticeTime(createdAt: string, now: number): string {
  const age = now - Date.parse(createdAt)
  if (age < minute) return 'Just now'
  if (age < hour) return ago(Math.floor(age / minute), 'minute')
  if (age < day) return ago(Math.floor(age / hour), 'hour')
  if (age < 7 * day) return ago(Math.floor(age / day), 'day')
  return dayText(createdAt)
}
