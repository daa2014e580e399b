import { distinctUntilChanged, Observable, of, shareReplay, switchMap } from 'rxjs'
import { tabShown$ } from './tab-shown'

/** The part of `navigator.locks` that is used. */
export type Locks = {
  request: (name: string, options: { signal: AbortSignal }, held: () => Promise<void>) => Promise<unknown>
}

type Options = { locks?: Locks | null; shown$?: Observable<boolean> }

/** Missing where a page came over plain http from another machine. */
const browserLocks = (): Locks | null => ('navigator' in globalThis && 'locks' in navigator ? navigator.locks : null)

/**
 * True while this tab is the one of its browser that polls under this name. It must be visible and hold a lock that the
 * browser gives to one tab at a time: a hidden tab releases it and a closed one loses it, so the next tab gets it at
 * once. Without locks every visible tab polls. All subscribers of one `pollTurn` share its place. It never errors.
 */
export const pollTurn = (
  name: string,
  { locks = browserLocks(), shown$ = tabShown$ }: Options = {},
): Observable<boolean> =>
  shown$.pipe(
    switchMap((isShown) => (!isShown ? of(false) : locks ? holding(locks, name) : of(true))),
    distinctUntilChanged(),
    shareReplay({ bufferSize: 1, refCount: true }),
  )

const holding = (locks: Locks, name: string) =>
  new Observable<boolean>((subscriber) => {
    const waiting = new AbortController()
    const end = Promise.withResolvers<void>()
    subscriber.next(false)
    locks
      .request(name, { signal: waiting.signal }, () => {
        subscriber.next(true)
        return end.promise
      })
      .catch(() => {})
    return () => {
      waiting.abort()
      end.resolve()
    }
  })
