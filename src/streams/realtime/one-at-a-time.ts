import { Observable } from 'rxjs'
import type { Resync } from './resync'

/**
 * Reads one after another, never side by side: a change that is heard during a read asks for exactly one more, and a
 * poll that falls into a read is left out. Each read's reason comes out when it has ended. It never errors: how a read
 * went is for `read` to know.
 */
export const oneAtATime =
  (read: (because: Resync) => Promise<unknown>) =>
  (reads$: Observable<Resync>): Observable<Resync> =>
    new Observable<Resync>((subscriber) => {
      let isReading = false
      let asked: Resync | null = null

      const start = (because: Resync) => {
        isReading = true
        void read(because)
          .catch(() => {})
          .then(() => {
            isReading = false
            if (subscriber.closed) return
            subscriber.next(because)
            const next = asked
            asked = null
            if (next) start(next)
          })
      }
      const subscription = reads$.subscribe((because) => {
        if (!isReading) start(because)
        else if (because !== 'polled') asked = because
      })
      return () => subscription.unsubscribe()
    })
