import { distinctUntilChanged, type Observable, share, tap, timer } from 'rxjs'

/** A value that changes over time, in the shape `useSyncExternalStore` reads. */
export type Behavior<T> = {
  getSnapshot: () => T
  subscribe: (onChange: () => void) => () => void
}

/** Connects on the first subscriber and lets go `linger` ms after the last, so a route change keeps the channel. */
export function behavior<T>(source$: Observable<T>, initial: T, linger = 1000): Behavior<T> {
  let value = initial
  const shared$ = source$.pipe(
    distinctUntilChanged(),
    tap((next) => {
      value = next
    }),
    share({ resetOnRefCountZero: () => timer(linger) }),
  )
  return {
    getSnapshot: () => value,
    subscribe: (onChange) => {
      const subscription = shared$.subscribe(onChange)
      return () => subscription.unsubscribe()
    },
  }
}
