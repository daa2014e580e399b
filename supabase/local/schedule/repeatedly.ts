export type Schedule = {
  /** Waits for a run that is under way. */
  stop: () => Promise<void>
}

/**
 * Runs a work at once and then every so many minutes, as pg_cron does in a hosted database. Runs never overlap; a
 * failed one is reported, and the next run tries again.
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

/** Several schedules as one. */
export const together = (schedules: readonly Schedule[]): Schedule => ({
  stop: async () => void (await Promise.all(schedules.map((one) => one.stop()))),
})
