/** Timers that end together. */
export function createTimers() {
  const running = new Set<NodeJS.Timeout>()
  return {
    /** Does the work after so many ms, unless all was stopped. */
    later: (wait: number, work: () => void): void => {
      const timer = setTimeout(() => {
        running.delete(timer)
        work()
      }, wait)
      running.add(timer)
    },
    stop: () => {
      for (const timer of running) clearTimeout(timer)
    },
  }
}
