import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { openTimers } from '@/shared/db/reads/open-timers'
import { type TimeEntry, timeEntryColumns, toTimeEntry } from '@/shared/domain/time/time-entry'
import { formatDuration } from '@/shared/domain/time/duration'
import { type TimedWork, timedWorkColumns } from '@/shared/domain/time/timed-work'
import { timeTrackingKey } from './time-tracking-key'

const pageSize = 50

/** An entry with the work that it counts for. */
export type WorkedEntry = TimeEntry & {
  work: TimedWork
  byHand: string | null
  /** The end of the time by hand that waits for approval; null for every other entry. Its sessions are those that are claimed. */
  claimedUntil: string | null
  /** Time by hand that was refused or withdrawn: it never counts. */
  isDropped: boolean
}

const workedColumns =
  `${timeEntryColumns}, ${timedWorkColumns}, by_hand, corrections:time_corrections(status, after)` as const

type ByHand = { by_hand: boolean; corrections: { status: string; after: unknown }[] }

const toWorkedEntry = (row: TimedWork & ByHand): WorkedEntry => {
  const { job, step, named_step, order } = row
  const entry = toTimeEntry(row)
  const stand = standOf(entry, row)
  return {
    ...entry,
    claimedUntil: null,
    ...(stand === 'requested' ? claimedIn(row.corrections.at(-1)?.after) : {}),
    work: { job, step, named_step, order },
    byHand: row.by_hand ? ['By hand', stands.get(stand)].filter(Boolean).join(', ') : null,
    isDropped: stand === 'refused' || stand === 'withdrawn',
  }
}

const claimsSchema = z.array(z.object({ startTime: z.string(), endTime: z.string() }))

/** The sessions that wait for approval, with the time that they come to. */
function claimedIn(after: unknown): Partial<WorkedEntry> {
  const sessions = claimsSchema.safeParse(after).data ?? []
  if (sessions.length === 0) return {}
  const seconds = sessions.map(({ startTime, endTime }) => (Date.parse(endTime) - Date.parse(startTime)) / 1000)
  return {
    sessions: sessions.map((session) => ({ ...session, duration: null, isPaused: null, pausedAt: null })),
    claimedUntil: sessions.at(-1)?.endTime ?? null,
    totalDuration: formatDuration(seconds.reduce((sum, one) => sum + one, 0)),
  }
}

const stands = new Map([
  ['requested', 'waits for approval'],
  ['refused', 'refused'],
  ['withdrawn', 'withdrawn'],
])

/** How the request for time by hand stands while the entry has no time; empty for every other entry. */
const standOf = ({ sessions }: TimeEntry, { by_hand, corrections }: ByHand): string =>
  by_hand && sessions.length === 0 ? (corrections.at(-1)?.status ?? '') : ''

/** The last row of a page. The next page starts after it, so rows added meanwhile do not matter. */
type Cursor = Pick<TimeEntry, 'createdAt' | 'id'>

/** The timers of a person that are not completed: the active one first, then the paused ones touched last. */
export const openEntriesQuery = (userEmail: string) =>
  queryOptions({
    queryKey: [...timeTrackingKey, 'open', userEmail],
    queryFn: async ({ signal }): Promise<TimeEntry[]> => {
      const { data } = await openTimers(userEmail).limit(200).abortSignal(signal).throwOnError()
      return data.map(toTimeEntry)
    },
  })

/** The completed timers of a person, newest first, 50 a page. */
export const completedEntriesQuery = (userEmail: string) =>
  infiniteQueryOptions({
    queryKey: [...timeTrackingKey, 'completed', userEmail],
    initialPageParam: null as Cursor | null,
    queryFn: async ({ pageParam: after, signal }): Promise<WorkedEntry[]> => {
      let entries = db
        .from('time_entries')
        .select(workedColumns)
        .eq('user_email', userEmail.toLowerCase())
        .eq('status', 'completed')
      if (after !== null) {
        const { createdAt, id } = after
        entries = entries.or(`created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt.${id})`)
      }
      const { data } = await entries
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .order('created_at', { referencedTable: 'corrections' })
        .limit(pageSize)
        .abortSignal(signal)
        .throwOnError()
      return data.map(toWorkedEntry)
    },
    getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1) ?? null)),
  })

/** One entry; null when it does not exist or is not for this person's eyes. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...timeTrackingKey, 'entry', id],
    queryFn: async ({ signal }): Promise<TimeEntry | null> => {
      const { data } = await db
        .from('time_entries')
        .select(timeEntryColumns)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data === null ? null : toTimeEntry(data)
    },
  })

/** The running timers that this person may see, the longest running first. */
export const runningEntriesQuery = queryOptions({
  queryKey: [...timeTrackingKey, 'running'],
  queryFn: async ({ signal }): Promise<WorkedEntry[]> => {
    const { data } = await db
      .from('time_entries')
      .select(workedColumns)
      .eq('status', 'active')
      .order('touched_at')
      .limit(500)
      .abortSignal(signal)
      .throwOnError()
    return data.map(toWorkedEntry)
  },
})
