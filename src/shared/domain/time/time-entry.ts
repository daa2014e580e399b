import {
  anything,
  fields,
  flag,
  listOf,
  oneOf,
  orElse,
  orMissing,
  orNull,
  readAs,
  type ReadBy,
  text,
} from '../records/mini-schema'
import { parseDuration } from './duration'

const timeEntryStatuses = ['active', 'paused', 'completed'] as const
export type TimeEntryStatus = (typeof timeEntryStatuses)[number]

const sessionSchema = fields({
  startTime: text,
  /** Null while the session runs. */
  endTime: orMissing(text),
  /** HH:MM:SS. */
  duration: orMissing(text),
  isPaused: orMissing(flag),
  pausedAt: orMissing(text),
})
export type Session = ReadBy<typeof sessionSchema>

/** Drops unreadable sessions, so that a broken one does not hide the others. */
const sessionsSchema = readAs(orElse(listOf(anything), []), (listed) =>
  listed.flatMap((one) => sessionSchema.safeParse(one).data ?? []),
)

const timeEntrySchema = readAs(
  fields({
    id: text,
    user_id: text,
    user_email: text,
    status: oneOf(timeEntryStatuses),
    client_name: orNull(text),
    business_name: orNull(text),
    sessions: sessionsSchema,
    total_duration: text,
    created_at: text,
    touched_at: text,
  }),
  (row) => ({
    id: row.id,
    userId: row.user_id,
    userEmail: row.user_email,
    status: row.status,
    clientName: row.client_name,
    businessName: row.business_name,
    sessions: row.sessions,
    totalDuration: row.total_duration,
    createdAt: row.created_at,
    touchedAt: row.touched_at,
  }),
)

/** One timer for a client. `touchedAt`: when it last started, paused or stopped (ISO 8601, UTC). */
export type TimeEntry = ReadBy<typeof timeEntrySchema>

/** The columns that `toTimeEntry` reads. */
export const timeEntryColumns =
  'id, user_id, user_email, status, client_name, business_name, sessions, total_duration, created_at, touched_at'

/** Converts a row of `time_entries`. Throws for another shape. */
export const toTimeEntry = (row: unknown): TimeEntry => timeEntrySchema.parse(row)

/** The moment in ms since which the timer runs; null while nothing is counted. */
export function runningSince(entry: Pick<TimeEntry, 'status' | 'sessions'>): number | null {
  const last = entry.sessions.at(-1)
  if (entry.status !== 'active' || !last || last.endTime !== null || last.isPaused) return null
  const start = Date.parse(last.startTime)
  return Number.isNaN(start) ? null : start
}

/** Whole seconds worked: closed sessions by their durations, the running one up to `now` (ms of the server's clock). */
export function workedSeconds(entry: Pick<TimeEntry, 'status' | 'sessions'>, now: number): number {
  const since = runningSince(entry)
  const closed = entry.sessions.reduce((sum, session) => sum + (parseDuration(session.duration) ?? 0), 0)
  return closed + (since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000)))
}

/** True when a timer has run without a pause for so many hours, at `now` (ms, server). */
export function runsLong(entry: Pick<TimeEntry, 'status' | 'sessions'>, now: number, hours: number): boolean {
  const since = runningSince(entry)
  return since !== null && now - since >= hours * 3_600_000
}

/** Start and end, in ms, of a timer's last session when it is longer than so many hours; else null. */
export function longSession(
  entry: Pick<TimeEntry, 'status' | 'sessions'>,
  now: number,
  hours: number,
): { from: number; to: number } | null {
  const last = entry.sessions.at(-1)
  const from = Date.parse(last?.startTime ?? '')
  const to = runningSince(entry) === null ? Date.parse(last?.endTime ?? last?.pausedAt ?? '') : now
  return to - from > hours * 3_600_000 ? { from, to } : null
}

/** When the work of a timer began (ISO 8601): its first session, which a correction may have moved. */
export const beganAt = (entry: Pick<TimeEntry, 'sessions' | 'createdAt'>): string =>
  entry.sessions[0]?.startTime ?? entry.createdAt

/** The client and the business of the work, as far as they are known; once where both have one name. */
export const workedFor = (entry: Pick<TimeEntry, 'clientName' | 'businessName'>): string =>
  [...new Set([entry.clientName, entry.businessName])].filter(Boolean).join(' · ') || 'No client'

/** The letters of the specification (spec 2 §8). */
export const timerTexts = {
  paused: 'Timer Paused',
  resumed: 'Timer Resumed',
  completed: 'Timer Completed',
  pauseFailed: 'Failed to pause timer',
  resumeFailed: 'Failed to resume timer',
  stopFailed: 'Failed to stop timer',
  refused: 'Please pause or stop your active timer before resuming another one.',
  confirmStop:
    "Are you sure you have completed the order? Once you complete the order, the timer will be closed, and you won't be able to edit it. Do you want to proceed?",
  cancel: 'Cancel',
  confirm: 'Yes, Complete Order',
} as const

const refusalSchema = fields({ code: oneOf(['23505']) })

const longSessionSchema = fields({ details: oneOf(['long session']) })

/** True when the database asks for the end of the work, because the last session is longer than the company's limit. */
export const asksForEnd = (error: unknown): boolean => longSessionSchema.safeParse(error).success

/** True when the database refused because the person has another active timer. */
export const isRefusal = (error: unknown): boolean => refusalSchema.safeParse(error).success
