import {
  connect,
  distinctUntilChanged,
  filter,
  map,
  merge,
  type Observable,
  of,
  startWith,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs'
import type { Signal } from './channels'

export type Resync = 'connected' | 'changed' | 'polled'

/**
 * Says when to read the rows again: on each (re)connection, because missed messages are not replayed; at the first
 * message and then at most once per `settle`, so that one change shows at once and a thousand do not read a thousand
 * times; and on a timer for as long as the channel is down. Times in ms.
 */
export const resync =
  ({ pollEvery, settle }: { pollEvery: number; settle: number }) =>
  (signals$: Observable<Signal>): Observable<Resync> =>
    signals$.pipe(
      connect((shared$) =>
        merge(
          shared$.pipe(
            filter((signal) => signal.kind !== 'message'),
            map((signal) => signal.kind === 'live'),
            startWith(false),
            distinctUntilChanged(),
            switchMap((live) =>
              live ? of('connected' as const) : timer(pollEvery, pollEvery).pipe(map(() => 'polled' as const)),
            ),
          ),
          shared$.pipe(
            filter((signal) => signal.kind === 'message'),
            throttleTime(settle, undefined, { leading: true, trailing: true }),
            map(() => 'changed' as const),
          ),
        ),
      ),
    )
