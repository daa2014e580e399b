import type { QueryClient } from '@tanstack/react-query'
import { distinctUntilChanged, filter, map, merge, type Observable } from 'rxjs'
import { topics } from '@/shared/domain/records/nudge'
import { toTimeEntry } from '@/shared/domain/time/time-entry'
import { readAgain } from '@/shared/hooks/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { oneAtATime } from '@/streams/realtime/one-at-a-time'
import { behind, tellPoll } from '@/streams/realtime/poll-news'
import { pollTurn } from '@/streams/realtime/poll-turn'
import { type Resync, resync } from '@/streams/realtime/resync'
import { polledTimer } from '@/streams/timer/live-timer'
import { openEntriesQuery } from './api/entries.query'
import { timeTrackingKey } from './api/time-tracking-key'

const pace = { pollEvery: 30_000, settle: 100 }

type Person = { id: string; email: string }

/**
 * Reads the timers and hours of a person again after changes. While the channel is live, changes are pushed. While it
 * is down, the bar's poll tells every tab within a second that the timer moved, and one visible tab reads the open
 * timers every 30 s; only when they changed, the rest is read too. It never errors.
 */
export function keepTimeFresh({ id, email }: Person, queryClient: QueryClient): Observable<unknown> {
  const { queryKey } = openEntriesQuery(email)
  const polls = `time of ${id}`
  const signals$ = channel(topics.user(id))
  const open = () => {
    const read = queryClient.getQueryState(queryKey)
    return read?.status === 'success' ? (read.data ?? null) : null
  }
  const word = () => JSON.stringify(open())

  const moved$ = polledTimer(id).pipe(
    map((row) => JSON.stringify(timerIn(row))),
    distinctUntilChanged(),
    filter((timer) => timer !== JSON.stringify(open()?.[0] ?? null)),
    map(() => 'changed' as const),
  )
  const read = async (because: Resync) => {
    if (because !== 'polled') return readAgain(queryClient, timeTrackingKey, because)
    const before = word()
    await readAgain(queryClient, queryKey, because)
    const now = word()
    if (open() !== null) tellPoll(polls, now)
    if (now !== before) await readAgain(queryClient, timeTrackingKey)
  }
  return merge(
    signals$.pipe(aboutTables('time_entries', 'time_corrections'), resync({ ...pace, turns$: pollTurn(polls) })),
    behind(signals$, polls, word),
    moved$,
  ).pipe(oneAtATime(read))
}

/** The first open timer in the bar's poll; null without a valid one. */
function timerIn(row: unknown) {
  try {
    return row === null ? null : toTimeEntry(row)
  } catch {
    return null
  }
}
