import { runningBuild } from './build-of-page'

/**
 * The container of the worker that keeps the app of the day's deliveries without a network (public/day-worker.js). Null
 * in browsers without service workers.
 */
const workers = (): ServiceWorkerContainer | null =>
  'serviceWorker' in navigator && 'caches' in window ? navigator.serviceWorker : null

const caught = (work: Promise<unknown>) => void work.catch(() => {})

/**
 * Keeps the code of this build, so that a reload without a network opens the app. A newer worker takes over once a page runs
 * its build. Nothing happens in development, where the code has no build.
 */
export function keepAppWithoutNetwork(): void {
  const container = workers()
  const build = runningBuild()
  if (!container || build === null) return
  const tell = (worker: ServiceWorker | null) => worker?.postMessage({ runs: build })
  caught(
    container.register('/day-worker.js', { updateViaCache: 'none' }).then((registration) => {
      tell(registration.waiting)
      registration.addEventListener('updatefound', () => {
        const { installing } = registration
        installing?.addEventListener('statechange', () => tell(registration.waiting))
      })
    }),
  )
}

/** Forgets the kept app, what was shared with it, and the workers: the person leaves this browser. */
export function forgetKeptApp(): void {
  const container = workers()
  if (!container) return
  caught(container.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister()))))
  caught(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name.startsWith('signwright-')).map((name) => caches.delete(name))),
      ),
  )
}
