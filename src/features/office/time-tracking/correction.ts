import { fromField, toField } from '@/kit/fields/moment'
import type { Session } from '@/shared/domain/time/time-entry'
import { workedSeconds } from '@/shared/domain/time/time-entry'

/** True when a session was removed or has another start or end. */
export const isChanged = (sessions: readonly Session[], was: readonly Session[]): boolean =>
  JSON.stringify(sessions.map(spanOf)) !== JSON.stringify(was.map(spanOf))

const spanOf = ({ startTime, endTime }: Session) => [startTime, endTime]

/** The edit of one session: its typed fields, or its removal. */
export type Edit = { from?: string; to?: string; isRemoved?: boolean }

/** Edits by the key of their session. */
export type Edits = Readonly<Record<string, Edit>>

/** A session as the form shows it. `to` is empty while it runs. */
export type Line = { key: string; was: Session; from: string; to: string; isRemoved: boolean }

/** The current sessions with the edits applied: changes of others show, and typed text is kept. */
export function linesOf(sessions: readonly Session[], edits: Edits): Line[] {
  const seen = new Map<string, number>()
  return sessions.map((was) => {
    const nth = seen.get(was.startTime) ?? 0
    seen.set(was.startTime, nth + 1)
    const key = `${was.startTime} ${nth}`
    const { from, to, isRemoved = false } = edits[key] ?? {}
    return { key, was, from: from ?? toField(was.startTime), to: to ?? toField(was.endTime), isRemoved }
  })
}

/** The sessions that are to be saved. */
export const sessionsOf = (lines: readonly Line[]): Session[] =>
  lines
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ was, from, to }) => ({
      ...was,
      startTime: fromField(from, was.startTime) ?? '',
      endTime: to === '' && was.endTime === null ? null : (fromField(to, was.endTime) ?? ''),
    }))

/** Why lines cannot be saved, in words by key; empty when they can. `now` in ms of the server, null while not known. */
export function problemsOf(lines: readonly Line[], now: number | null): Readonly<Record<string, string>> {
  const kept = lines.filter(({ isRemoved }) => !isRemoved)
  const sessions = sessionsOf(lines)
  const problems = sessions.map((session, place) => problemOf(session, sessions[place - 1], now))
  return Object.fromEntries(
    kept.flatMap(({ key }, place) => {
      const problem = problems[place]
      return problem ? [[key, problem]] : []
    }),
  )
}

function problemOf({ startTime, endTime }: Session, before: Session | undefined, now: number | null): string | null {
  const start = Date.parse(startTime)
  const end = endTime === null ? start : Date.parse(endTime)
  if (Number.isNaN(start)) return 'Give the start.'
  if (Number.isNaN(end)) return 'Give the end.'
  if (now !== null && start < fiveYearsBefore(now)) return 'It is more than five years ago.'
  if (end < start) return 'The end is before the start.'
  if (start < Date.parse(before?.endTime ?? '')) return 'It overlaps with the one before.'
  if (now !== null && Math.max(start, end) > now) return 'It is in the future.'
  return null
}

/** The database also refuses earlier starts. */
function fiveYearsBefore(now: number): number {
  const day = new Date(now)
  return day.setFullYear(day.getFullYear() - 5)
}

/** Seconds of these sessions by their times, the running one up to `now` (ms of the server). */
export function secondsOf(sessions: readonly Session[], now: number): number {
  const closed = sessions.filter(({ endTime }) => endTime !== null)
  const running = sessions.filter(({ endTime }) => endTime === null)
  return closed.reduce(
    (sum, { startTime, endTime }) => sum + secondsBetween(Date.parse(startTime), Date.parse(endTime ?? '')),
    workedSeconds({ status: 'active', sessions: running }, now),
  )
}

const secondsBetween = (start: number, end: number) => Math.max(0, Math.floor((end - start) / 1000)) || 0
