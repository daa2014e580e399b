import {
  asyncScheduler,
  connect,
  defer,
  delayWhen,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  map,
  merge,
  type Observable,
  of,
  startWith,
  switchMap,
  throttle,
  timer,
} from 'rxjs'
import { spreadOf } from '@/shared/domain/records/nudge'
import type { Signal } from './channels'
import { serverRested$ } from './server-rested'
import { tabShown$ } from './tab-shown'

export type Resync = 'connected' | 'changed' | 'polled'

/** The settings of polling. Times in ms. */
export type Polling = {
  /** True when this tab should poll; by default while it is visible. */
  turns$?: Observable<boolean>
  /** The wait for the first poll after the loss of a live channel. */
  soon?: () => number
  /** Emits once, at each subscription, when the server may be polled. */
  rested$?: Observable<unknown>
}

/** At once, but a thousand browsers that lose their channels together do not ask in the same instant. */
const soonest = () => Math.random() * 500

/**
 * Says when to read the rows again: on each (re)connection, because missed messages are not replayed; at the first
 * message and then at most once per `settle`, so that one change shows at once and a thousand do not read a thousand
 * times; and for as long as the channel is down and it is this tab's turn, when it is lost and on a timer.
 */
export const resync =
  ({ settle, ...polling }: Polling & { pollEvery: number; settle: number }) =>
  (signals$: Observable<Signal>): Observable<Resync> =>
    signals$.pipe(connect((shared$) => merge(shared$.pipe(rejoined(polling)), shared$.pipe(changed(settle)))))

/** The half of `resync` that hangs on the connection: all that a topic is about is to be read again. */
export const rejoined =
  ({ pollEvery, turns$ = tabShown$, soon = soonest, rested$ = serverRested$ }: Polling & { pollEvery: number }) =>
  (signals$: Observable<Signal>): Observable<'connected' | 'polled'> =>
    signals$.pipe(
      filter((signal) => signal.kind !== 'message'),
      map((signal) => signal.kind === 'live'),
      startWith(false),
      distinctUntilChanged(),
      switchMap((live, turn) => {
        if (live) return of('connected' as const)
        return polls({ first: turn === 0 ? pollEvery : soon(), every: pollEvery, turns$, rested$ })
      }),
    )

/**
 * The part of `resync` that follows messages. A message on a crowded topic names the ms over which its listeners spread
 * their reads, so that a thousand lists do not read the same rows at once.
 */
export const changed =
  (settle: number, random: () => number = Math.random) =>
  (signals$: Observable<Signal>): Observable<'changed'> =>
    signals$.pipe(
      filter((signal) => signal.kind === 'message'),
      map(({ payload }) => spreadOf(payload)),
      throttle((spread) => timer(Math.max(settle, spread)), { leading: true, trailing: true }),
      delayWhen((spread) => (spread === 0 ? of(0) : timer(random() * spread))),
      map(() => 'changed' as const),
    )

type Rhythm = { first: number; every: number; turns$: Observable<boolean>; rested$: Observable<unknown> }

/** A late turn begins with the missed poll; an early one keeps the rhythm. */
const polls = ({ first, every, turns$, rested$ }: Rhythm): Observable<'polled'> =>
  defer(() => {
    let due = asyncScheduler.now() + first
    return turns$.pipe(
      distinctUntilChanged(),
      switchMap((isOurs) =>
        isOurs ? timer(Math.max(0, due - asyncScheduler.now()), every).pipe(exhaustMap(() => rested$)) : EMPTY,
      ),
      map(() => {
        due = asyncScheduler.now() + every
        return 'polled' as const
      }),
    )
  })
