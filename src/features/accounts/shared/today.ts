import { dueDayOf } from '@/documents/statuses'
import { calendarDayText } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'

/** Today where the company is, as `YYYY-MM-DD`. */
export const today = (now = new Date()): string => todayOf(now.getTime())

/** `1 day`, `12 days`. */
export const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

/** The day on which an invoice is due, as a person reads it; null where nothing is owed any more. */
export function dueText(of: Parameters<typeof dueDayOf>[0]): string | null {
  const day = dueDayOf(of)
  return day === null ? null : calendarDayText(day)
}
