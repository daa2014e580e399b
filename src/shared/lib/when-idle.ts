/** Runs `work` when the page is idle, at the latest after two seconds. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const asked = window.requestIdleCallback(work, { timeout: 2000 })
  return () => window.cancelIdleCallback(asked)
}
