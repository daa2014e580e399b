export type Schedule = {
  /** Waits for a run that is under way. */
  stop: () => Promise<void>
}

/**
 * Does a work at once and then every so many minutes, as a hosted database does it by pg_cron. Runs never overlap; one
 * that fails is reported and the next one tries again.
 */
export function repeatedly(
  work: () => Promise<unknown>,
  everyMinutes: number,
  report: (failure: unknown) => void,
): Schedule {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const run = () => {
    if (busy) return
    busy = true
    running = work()
      .catch(report)
      .finally(() => {
        busy = false
      })
  }
  run()
  const timer = setInterval(run, everyMinutes * 60_000)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
