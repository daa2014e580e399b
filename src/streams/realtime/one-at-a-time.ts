import { Observable } from 'rxjs'
import type { Resync } from './resync'

/**
 * Runs reads one at a time: a change during a read causes exactly one more read, and a poll during a read is dropped.
 * The reason of each read is emitted when it has ended. It never errors; `read` handles its own failures.
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
