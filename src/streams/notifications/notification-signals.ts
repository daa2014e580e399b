import { audit, connect, defer, filter, map, merge, mergeMap, type Observable } from 'rxjs'
import { nudgeSchema } from '@/shared/domain/records/nudge'
import { type NotificationSource, notificationSources, sourceOf } from '@/shared/domain/records/notification'
import type { Signal } from '../realtime/channels'
import { aboutTables } from '../realtime/about-tables'
import { changed, type Polling, rejoined, type Resync } from '../realtime/resync'

/** Badge counts poll every 30 s, but only while the person's channel is not live (spec 2 §9). */
export const notificationPoll = 30_000
const settle = 250

export type StaleSource = { source: NotificationSource; because: Resync }

/** One source as an Observable: emits when a nudge names its rows. It never errors. */
const changesOf = (source: NotificationSource, signals$: Observable<Signal>): Observable<StaleSource> =>
  signals$.pipe(
    aboutTables(source),
    changed(settle),
    map((because) => ({ source, because })),
  )

/**
 * The signals of all five sources; the panel and the badge read a named source again. The sources share a channel, so a
 * change of the connection names all five at once. It never errors.
 */
export const staleSources = (signals$: Observable<Signal>, polling: Polling = {}): Observable<StaleSource> =>
  signals$.pipe(
    connect((shared$) =>
      merge(
        shared$.pipe(
          rejoined({ pollEvery: notificationPoll, ...polling }),
          mergeMap((because) => notificationSources.map((source) => ({ source, because }))),
        ),
        ...notificationSources.map((source) => changesOf(source, shared$)),
      ),
    ),
  )

/** When to read the counts of all sources: once for signals that arrive together. */
export const staleCounts = (sources$: Observable<StaleSource>): Observable<Resync> =>
  sources$.pipe(
    map(({ because }) => because),
    audit(() => Promise.resolve()),
  )

export type Arrival = { source: NotificationSource; id: string }

/**
 * Each notice that arrives on a live channel, once even when it is repeated. Notices of a burst have no id and are not
 * in it.
 */
export const arrivals = (signals$: Observable<Signal>): Observable<Arrival> =>
  signals$.pipe(
    mergeMap((signal): Arrival[] => {
      const nudge = signal.kind === 'message' ? nudgeSchema.safeParse(signal.payload).data : undefined
      const source = sourceOf(nudge?.table ?? '')
      return nudge?.op === 'INSERT' && nudge.id !== null && source ? [{ source, id: nudge.id }] : []
    }),
    once(({ source, id }) => `${source} ${id}`),
  )

/** Passes each key once. It remembers the last thousand keys, so memory stays bounded. */
const once =
  <T>(keyOf: (value: T) => string) =>
  (values$: Observable<T>): Observable<T> =>
    defer(() => {
      const passed = new Set<string>()
      return values$.pipe(
        filter((value) => {
          const key = keyOf(value)
          if (passed.has(key)) return false
          passed.add(key)
          for (const oldest of passed) {
            if (passed.size <= 1000) break
            passed.delete(oldest)
          }
          return true
        }),
      )
    })
