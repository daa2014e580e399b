import {
  asyncScheduler,
  connect,
  defer,
  distinctUntilChanged,
  EMPTY,
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
import { tabShown$ } from './tab-shown'

export type Resync = 'connected' | 'changed' | 'polled'

type Pace = {
  pollEvery: number
  settle: number
  /** Whether it is for this tab to poll; without it, whenever somebody can see the tab. */
  turns$?: Observable<boolean>
}

/**
 * Says when to read the rows again: on each (re)connection, because missed messages are not replayed; at the first
 * message and then at most once per `settle`, so that one change shows at once and a thousand do not read a thousand
 * times; and on a timer for as long as the channel is down and it is this tab's turn. Times in ms.
 */
export const resync =
  ({ pollEvery, settle, turns$ = tabShown$ }: Pace) =>
  (signals$: Observable<Signal>): Observable<Resync> =>
    signals$.pipe(
      connect((shared$) =>
        merge(
          shared$.pipe(
            filter((signal) => signal.kind !== 'message'),
            map((signal) => signal.kind === 'live'),
            startWith(false),
            distinctUntilChanged(),
            switchMap((live) => (live ? of('connected' as const) : polls(pollEvery, turns$))),
          ),
          shared$.pipe(
            filter((signal) => signal.kind === 'message'),
            throttleTime(settle, undefined, { leading: true, trailing: true }),
            map(() => 'changed' as const),
          ),
        ),
      ),
    )

/** A turn that comes late starts with the poll that was missed; one that comes early keeps the rhythm. */
const polls = (every: number, turns$: Observable<boolean>): Observable<'polled'> =>
  defer(() => {
    let due = asyncScheduler.now() + every
    return turns$.pipe(
      distinctUntilChanged(),
      switchMap((isOurs) => (isOurs ? timer(Math.max(0, due - asyncScheduler.now()), every) : EMPTY)),
      map(() => {
        due = asyncScheduler.now() + every
        return 'polled' as const
      }),
    )
  })
