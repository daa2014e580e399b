import { debounceTime, exhaustMap, filter, from, fromEvent, map, merge, Observable, pairwise, take } from 'rxjs'
import type { ConnectionState } from '@/shared/domain/web/connection'
import { type Behavior, behavior } from '@/streams/behavior'
import { connectionOf } from '@/streams/realtime/connection'
import { missingParts } from '@/shared/lib/missing-part'
import { runningBuild, servedBuild } from '@/shared/lib/build-of-page'

/** Reasons within so many ms of each other lead to one check. */
const settle = 1500

/**
 * Emits once when the server has another build than the running one. It checks at each reason, one check at a time, and
 * stops after it has emitted. An unreadable page emits nothing.
 */
export const newVersion = (
  reasons$: Observable<unknown>,
  read: () => Promise<string | null>,
  running: string | null,
): Observable<boolean> =>
  reasons$.pipe(
    filter(() => running !== null),
    debounceTime(settle),
    exhaustMap(() => from(read())),
    filter((served) => served !== null && served !== running),
    map(() => true),
    take(1),
  )

/** The line was down and is back: the server may have been stopped for an update. */
export const returns = (states$: Observable<ConnectionState>): Observable<unknown> =>
  states$.pipe(
    pairwise(),
    filter(([before, now]) => before !== 'live' && now === 'live'),
  )

const missing$ = fromEvent(missingParts, 'missing')

const stateOf = (userId: string): Observable<ConnectionState> =>
  new Observable((subscriber) => {
    const connection = connectionOf(userId)
    const tell = () => subscriber.next(connection.getSnapshot().state)
    tell()
    return connection.subscribe(tell)
  })

const shown$ = new Observable<void>((subscriber) =>
  fromEvent(document, 'visibilitychange').subscribe(() => {
    if (document.visibilityState === 'visible') subscriber.next()
  }),
)

let known: { userId: string; isNew: Behavior<boolean> } | null = null

/**
 * True when the server has a newer version. Checked when the connection returns, when the tab is shown, and when a part
 * is missing.
 */
export function newVersionFor(userId: string): Behavior<boolean> {
  if (known?.userId !== userId) {
    const reasons$ = merge(returns(stateOf(userId)), shown$, missing$, fromEvent(window, 'vite:preloadError'))
    known = { userId, isNew: behavior(newVersion(reasons$, servedBuild, runningBuild()), false, 60_000) }
  }
  return known.isNew
}
