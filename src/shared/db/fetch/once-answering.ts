import { serverBackoff } from './server-backoff'

/**
 * Calls `heard` when the server answers reads again after it did not, or when the browser has a network again. Returns
 * how to stop.
 */
export function onceAnswering(heard: () => void): () => void {
  let hasFailed = false
  const stop = serverBackoff.onFailing((isFailing) => {
    if (isFailing) hasFailed = true
    else if (hasFailed) heard()
  })
  addEventListener('online', heard)
  return () => {
    stop()
    removeEventListener('online', heard)
  }
}
