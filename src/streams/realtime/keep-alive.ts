import { EMPTY, Observable, switchMap } from 'rxjs'

type Heart = {
  isConnected: () => boolean
  push: (message: { topic: string; event: string; payload: unknown; ref: string }) => void
}

/** A beat every 10 s from a worker. Without workers it is silent, and the tab is as good as its own timers. */
export const workerBeats$ = new Observable<void>((subscriber) => {
  if (typeof Worker === 'undefined') return
  try {
    const worker = new Worker(new URL('./keep-alive.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = () => subscriber.next()
    return () => worker.terminate()
  } catch {
    return
  }
})

/** The beats of a worker while the tab is hidden. A visible tab has reliable timers of its own. */
export const hiddenBeats = (shown$: Observable<boolean>, beats$: Observable<void> = workerBeats$): Observable<void> =>
  shown$.pipe(switchMap((isShown) => (isShown ? EMPTY : beats$)))

/**
 * One sign of life to the server, which closes a socket that is silent for a minute. It goes beside the client's own
 * heartbeat and never through it: two clocks that beat there look like one unanswered beat, and that drops the socket.
 */
export function sendBeat(heart: Heart): void {
  if (heart.isConnected()) heart.push({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: 'keep-alive' })
}
