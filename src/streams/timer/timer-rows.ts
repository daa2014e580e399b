import {
  catchError,
  concat,
  connect,
  defer,
  EMPTY,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  Observable,
  of,
  switchMap,
  takeUntil,
  tap,
  timeout,
  timer,
} from 'rxjs'
import { backOff } from '@/shared/db/fetch/back-off'
import { aboutTables } from '../realtime/about-tables'
import type { Signal } from '../realtime/channels'
import { type Polling, type Resync, resync } from '../realtime/resync'
import { tabShown$ } from '../realtime/tab-shown'

/** The bar is read every second, but only while the person's channel is not live (spec 2 §9). */
export const timerPoll = 1000
const settle = 100
/** A read that was not answered by then, in ms, has failed. */
const readTimeout = 10_000

/** When timer rows are to be read again. It never errors. */
export const staleTimer = (signals$: Observable<Signal>, polling: Polling = {}): Observable<Resync> =>
  signals$.pipe(aboutTables('time_entries'), resync({ pollEvery: timerPoll, settle, ...polling }))

export type TimerRead<Row> = { kind: 'read'; row: Row } | { kind: 'unreadable' }

export type TimerSource<Row> = {
  read: (signal: AbortSignal) => Promise<Row>
  /** Emits once when to read first, unless the channel emits earlier; by default at once. */
  first$?: Observable<unknown>
  /** The poll results of other tabs of this browser. */
  told$?: Observable<Row>
  /** Sends a poll's result of this tab to the others. */
  tell?: (row: Row) => void
}

/**
 * The timer row of the database: read at first, at every nudge and connection, and each second while not live. One read
 * at a time: a nudge cancels a running read, a poll waits for it. A failed read is retried after growing pauses, live
 * or not; a poll only while it is this tab's turn. It never errors.
 */
export const timerRows = <Row>(
  signals$: Observable<Signal>,
  { read, first$ = of(null), told$ = EMPTY, tell = () => {} }: TimerSource<Row>,
  { turns$ = tabShown$, ...polling }: Polling = {},
): Observable<TimerRead<Row>> =>
  defer(() => {
    let isReading = false
    const turnEnds$ = turns$.pipe(filter((isOurs) => !isOurs))
    const poll$ = readUntilAnswered(read).pipe(
      takeUntil(turnEnds$),
      tap((answer) => {
        if (answer.kind === 'read') tell(answer.row)
      }),
    )
    const reads$ = staleTimer(signals$, { turns$, ...polling }).pipe(
      connect((shared$) => merge(first$.pipe(asConnected, takeUntil(shared$)), shared$)),
      filter((because) => because !== 'polled' || !isReading),
      map((because) =>
        defer(() => {
          isReading = true
          return because === 'polled' ? poll$ : readUntilAnswered(read)
        }).pipe(
          finalize(() => {
            isReading = false
          }),
        ),
      ),
    )
    const news$ = told$.pipe(map((row) => of<TimerRead<Row>>({ kind: 'read', row })))
    return merge(reads$, news$).pipe(switchMap((answers$) => answers$))
  })

const asConnected = map((): Resync => 'connected')

/** Says `unreadable` at each failure and `read` at last. */
const readUntilAnswered = <Row>(read: (signal: AbortSignal) => Promise<Row>): Observable<TimerRead<Row>> =>
  defer(() => {
    let failures = 0
    return abortable(read).pipe(
      timeout(readTimeout),
      map((row): TimerRead<Row> => ({ kind: 'read', row })),
      catchError((_error, again$) =>
        concat(of<TimerRead<Row>>({ kind: 'unreadable' }), timer(backOff(++failures)).pipe(ignoreElements()), again$),
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
