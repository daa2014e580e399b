import {
  catchError,
  concat,
  defer,
  filter,
  ignoreElements,
  map,
  Observable,
  of,
  startWith,
  switchMap,
  tap,
  timeout,
  timer,
} from 'rxjs'
import { nudgeEvent, nudgeSchema } from '@/shared/domain/nudge'
import type { Signal } from '../realtime/channels'
import { type Resync, resync } from '../realtime/resync'

/** The bar is read every second, but only while the person's channel is not live (spec 2 §9). */
export const timerPoll = 1000
const settle = 100
/** A read that was not answered by then, in ms, has failed. */
const readTimeout = 10_000
const pauseAfter = (failures: number) => Math.min(30_000, 1000 * 2 ** (failures - 1))

/** What the person's channel says of their time entries. A nudge that cannot be understood may be about them. */
const aboutTime = (signal: Signal): boolean => {
  if (signal.kind !== 'message') return true
  if (signal.event !== nudgeEvent) return false
  const nudge = nudgeSchema.safeParse(signal.payload)
  return !nudge.success || nudge.data.table === 'time_entries'
}

/** When timer rows are to be read again. It never errors. */
export const staleTimer = (signals$: Observable<Signal>): Observable<Resync> =>
  signals$.pipe(filter(aboutTime), resync({ pollEvery: timerPoll, settle }))

export type TimerRead<Row> = { kind: 'read'; row: Row } | { kind: 'unreadable' }

/**
 * The timer row as the database has it: read at once, at every nudge and connection, and each second while not live.
 * One read at a time: news ends one that is on its way, a poll waits for it. A read that fails is tried again after
 * 1, 2, 4 … 30 s, live or not. It never errors.
 */
export const timerRows = <Row>(
  signals$: Observable<Signal>,
  read: (signal: AbortSignal) => Promise<Row>,
): Observable<TimerRead<Row>> =>
  defer(() => {
    let isReading = false
    return staleTimer(signals$).pipe(
      startWith<Resync>('connected'),
      filter((because) => because !== 'polled' || !isReading),
      switchMap(() => {
        isReading = true
        return readUntilAnswered(read).pipe(
          tap(({ kind }) => {
            isReading = kind !== 'read'
          }),
        )
      }),
    )
  })

/** Says `unreadable` at each failure and `read` at last. */
const readUntilAnswered = <Row>(read: (signal: AbortSignal) => Promise<Row>): Observable<TimerRead<Row>> =>
  defer(() => {
    let failures = 0
    return abortable(read).pipe(
      timeout(readTimeout),
      map((row): TimerRead<Row> => ({ kind: 'read', row })),
      catchError((_error, again$) =>
        concat(
          of<TimerRead<Row>>({ kind: 'unreadable' }),
          timer(pauseAfter(++failures)).pipe(ignoreElements()),
          again$,
        ),
      ),
    )
  })

/** A request that ends when nobody waits for it any more. */
const abortable = <Row>(read: (signal: AbortSignal) => Promise<Row>): Observable<Row> =>
  new Observable((subscriber) => {
    const stop = new AbortController()
    read(stop.signal).then(
      (row) => {
        subscriber.next(row)
        subscriber.complete()
      },
      (error: unknown) => subscriber.error(error),
    )
    return () => stop.abort()
  })
