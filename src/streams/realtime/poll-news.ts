import { distinctUntilChanged, EMPTY, filter, map, Observable, startWith, switchMap } from 'rxjs'
import type { Signal } from './channels'

/** Tabs of different builds may disagree about shapes, so they do not speak to each other. */
const name = (subject: string) => `signwright polls ${import.meta.url} ${subject}`

/** What a tab of this browser read when it was its turn to poll, also this one. It never errors. */
export const pollNews = (subject: string): Observable<unknown> =>
  typeof BroadcastChannel === 'undefined'
    ? EMPTY
    : new Observable((subscriber) => {
        const channel = new BroadcastChannel(name(subject))
        channel.onmessage = (event: MessageEvent<unknown>) => subscriber.next(event.data)
        return () => channel.close()
      })

/** Tells every tab of this browser what a poll has read. */
export function tellPoll(subject: string, read: unknown): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(name(subject))
  channel.postMessage(read)
  channel.close()
}

/** What another tab has polled, for as long as this one has no live channel, which knows better. */
export const polledElsewhere = (signals$: Observable<Signal>, news$: Observable<unknown>): Observable<unknown> =>
  signals$.pipe(
    filter((signal) => signal.kind !== 'message'),
    map((signal) => signal.kind === 'live'),
    startWith(false),
    distinctUntilChanged(),
    switchMap((isLive) => (isLive ? EMPTY : news$)),
  )

/**
 * Says so when another tab has polled something else than what this one shows. What a tab polled it tells in a
 * word, and `word` is that of this tab.
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
