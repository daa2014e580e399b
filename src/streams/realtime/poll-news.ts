import { distinctUntilChanged, EMPTY, filter, map, Observable, startWith, switchMap } from 'rxjs'
import type { Signal } from './channels'

/** Tabs of different builds may disagree about shapes, so they do not speak to each other. */
const name = (subject: string) => `signwright polls ${import.meta.url} ${subject}`

/** The results of polls by any tab of this browser, this one included. It never errors. */
export const pollNews = (subject: string): Observable<unknown> =>
  typeof BroadcastChannel === 'undefined'
    ? EMPTY
    : new Observable((subscriber) => {
        const channel = new BroadcastChannel(name(subject))
        channel.onmessage = (event: MessageEvent<unknown>) => subscriber.next(event.data)
        return () => channel.close()
      })

/** Sends the result of a poll to every tab of this browser. */
export function tellPoll(subject: string, read: unknown): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(name(subject))
  channel.postMessage(read)
  channel.close()
}

/** The poll results of other tabs while this one has no live channel. A live channel is newer than a poll. */
export const polledElsewhere = (signals$: Observable<Signal>, news$: Observable<unknown>): Observable<unknown> =>
  signals$.pipe(
    filter((signal) => signal.kind !== 'message'),
    map((signal) => signal.kind === 'live'),
    startWith(false),
    distinctUntilChanged(),
    switchMap((isLive) => (isLive ? EMPTY : news$)),
  )

/**
 * Emits when another tab polled a different value than this tab shows. Values are compared as words; `word` is this
 * tab's.
 */
export const behind = (
  signals$: Observable<Signal>,
  subject: string,
  word: () => string,
  news$: Observable<unknown> = pollNews(subject),
): Observable<'changed'> =>
  polledElsewhere(signals$, news$).pipe(
    filter((told) => told !== word()),
    map(() => 'changed' as const),
  )
