import { zoneOfTimes } from '@/shared/domain/text/formats'
import { dayAroundMs } from '@/shared/domain/time/today'
import { clockIn } from '@/shared/domain/time/zoned'
import { fields, listOf, orElse, orMissing, type ReadBy, text } from '@/shared/domain/records/mini-schema'

/** Midnight to midnight of the company's day of `now` (ms), as ISO 8601. */
export function dayAround(now: number): { start: string; end: string } {
  const { start, end } = dayAroundMs(now)
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}

/** The greeting by the company's clock. At night it is "hello", because "Good night" is a farewell. */
export function greeting(now: number): string {
  const hour = Number(clockIn(zoneOfTimes(), new Date(now).toISOString()).split(':')[0])
  if (hour < 5) return 'Hello'
  if (hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}

const instant = orMissing(text)
export const timeEntriesSchema = listOf(
  fields({
    status: text,
    sessions: orElse(listOf(fields({ startTime: text, endTime: instant, pausedAt: instant })), []),
  }),
)
export type TimeEntries = ReadBy<typeof timeEntriesSchema>

/** Milliseconds worked on the company's day of `now`; a running session counts up to now, a paused one to its pause. */
export function workedOnDay(entries: TimeEntries, now: number): number {
  const { start, end } = dayAround(now)
  const dayStart = Date.parse(start)
  const dayEnd = Math.min(Date.parse(end), now)
  return entries
    .flatMap((entry) => entry.sessions.map((session) => ({ ...session, isRunning: entry.status === 'active' })))
    .map((session) => {
      const stopped = session.endTime ?? session.pausedAt ?? (session.isRunning ? null : session.startTime)
      const until = stopped === null ? dayEnd : Math.min(Date.parse(stopped), dayEnd)
      return Math.max(0, until - Math.max(Date.parse(session.startTime), dayStart)) || 0
    })
    .reduce((sum, duration) => sum + duration, 0)
}

/** Hours and minutes, for example `3 h 05 min`. */
export function hoursAndMinutes(duration: number): string {
  const minutes = Math.floor(duration / 60_000)
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
