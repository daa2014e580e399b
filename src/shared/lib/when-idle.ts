/** Runs `work` once the page has nothing better to do, two seconds later at the latest. Returns what takes it back. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const asked = window.requestIdleCallback(work, { timeout: 2000 })
  return () => window.cancelIdleCallback(asked)
}
