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
 * Whether this tab is the one of its browser that polls under this name. It has to be shown, and to hold a lock that
 * the browser gives to one tab at a time: a hidden tab lets go, and a killed one loses it, so the next tab has it at
 * once. Without locks every shown tab polls. All listeners of one `pollTurn` share its place in line. It never errors.
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
