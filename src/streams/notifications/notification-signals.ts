import { audit, connect, distinct, filter, map, merge, mergeMap, type Observable, throttleTime } from 'rxjs'
import { nudgeEvent, nudgeSchema } from '@/shared/domain/nudge'
import { type NotificationSource, notificationSources, sourceOf } from '@/shared/domain/notification'
import type { Signal } from '../realtime/channels'
import { type Resync, resync } from '../realtime/resync'
import { tabShown$ } from '../realtime/tab-shown'

/** Badge counts poll every 30 s, but only while the person's channel is not live (spec 2 §9). */
export const notificationPoll = 30_000
const settle = 250

export type StaleSource = { source: NotificationSource; because: Resync }

/** What the person's channel says of one source: its connection, and the nudges of that table. */
export const signalsOf = (source: NotificationSource, signals$: Observable<Signal>): Observable<Signal> =>
  signals$.pipe(filter((signal) => signal.kind !== 'message' || speaksOf(source, signal)))

/** One notification source as an Observable: when its rows are to be read again. It never errors. */
export const staleSource = (
  source: NotificationSource,
  signals$: Observable<Signal>,
  turns$: Observable<boolean> = tabShown$,
): Observable<StaleSource> =>
  signalsOf(source, signals$).pipe(
    resync({ pollEvery: notificationPoll, settle, turns$ }),
    map((because) => ({ source, because })),
  )

/** The five sources merged into one. The panel and the badge read again what it names. It never errors. */
export const staleSources = (signals$: Observable<Signal>, turns$?: Observable<boolean>): Observable<StaleSource> =>
  merge(...notificationSources.map((source) => staleSource(source, signals$, turns$)))

/**
 * When the counts of all sources are to be read: once for whatever is said of several sources in one breath, and once
 * for the polls of all five, whose timers may fire a moment apart.
 */
export const staleCounts = (sources$: Observable<StaleSource>): Observable<Resync> =>
  sources$.pipe(
    map(({ because }) => because),
    connect((because$) =>
      merge(
        because$.pipe(
          filter((because) => because !== 'polled'),
          audit(() => Promise.resolve()),
        ),
        because$.pipe(
          filter((because) => because === 'polled'),
          throttleTime(notificationPoll / 2),
        ),
      ),
    ),
  )

export type Arrival = { source: NotificationSource; id: string }

/** Each notice that arrives on a live channel, once, however often it is said. Those of a burst come without an id. */
export const arrivals = (signals$: Observable<Signal>): Observable<Arrival> =>
  signals$.pipe(
    mergeMap((signal): Arrival[] => {
      const nudge = signal.kind === 'message' ? nudgeSchema.safeParse(signal.payload).data : undefined
      const source = sourceOf(nudge?.table ?? '')
      return nudge?.op === 'INSERT' && nudge.id !== null && source ? [{ source, id: nudge.id }] : []
    }),
    distinct(({ source, id }) => `${source} ${id}`),
  )

/** A nudge that cannot be understood may be about anything, so it is about every source. */
function speaksOf(source: NotificationSource, signal: { event: string; payload: unknown }): boolean {
  if (signal.event !== nudgeEvent) return false
  const nudge = nudgeSchema.safeParse(signal.payload)
  return !nudge.success || nudge.data.table === source
}
