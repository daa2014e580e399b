import { filter, interval, map, merge, mergeMap, type Observable, scan, share, tap } from 'rxjs'
import { liveNews } from '@/shared/db/live-news'
import type { Signal } from './channels'
import { tabShown$ } from './tab-shown'

const every = 1000
/** The event loop stopped for so long, in ms, that messages may have been missed (a lid was closed). */
const gap = 5000

type Awake = { at: number; isShown: boolean; hasSlept: boolean; wakes: boolean }

/**
 * Emits when this tab wakes from a sleep of more than 5 s. A hidden tab, whose timers the browser slows down, emits
 * when it is shown.
 */
export const wakeAfterSleep = (shown$: Observable<boolean>, now: () => number): Observable<void> =>
  merge(interval(every).pipe(map(() => null)), shown$).pipe(
    scan(
      (before: Awake, shown): Awake => {
        const at = now()
        const isShown = shown ?? before.isShown
        const hasSlept = before.hasSlept || at - before.at > every + gap
        return { at, isShown, hasSlept: hasSlept && !isShown, wakes: hasSlept && isShown }
      },
      { at: now(), isShown: true, hasSlept: false, wakes: false },
    ),
    filter((state) => state.wakes),
    map(() => undefined),
  )

/** The wakes of this tab. A read before a wake counts as a read before a connection. */
export const wakes$: Observable<void> = wakeAfterSleep(tabShown$, Date.now).pipe(
  tap(() => liveNews.heard()),
  share(),
)

/**
 * After a sleep, messages of a live channel may be missing: the channel counts as lost and live again, so that its
 * listeners read again.
 */
export const catchUpAfter =
  (wakes$: Observable<unknown>) =>
  (signals$: Observable<Signal>): Observable<Signal> => {
    let isLive = false
    const known$ = signals$.pipe(
      tap((signal) => {
        if (signal.kind !== 'message') isLive = signal.kind === 'live'
      }),
    )
    const again: Signal[] = [{ kind: 'lost' }, { kind: 'live' }]
    return merge(
      known$,
      wakes$.pipe(
        filter(() => isLive),
        mergeMap(() => again),
      ),
    )
  }
