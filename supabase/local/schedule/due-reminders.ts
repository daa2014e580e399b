import type { Queryable } from '../contracts.ts'

const everyMinutes = 5

/**
 * Runs what a hosted database runs by pg_cron: reminders of due tasks, at once and then every five minutes. A run that
 * fails is reported and the next one tries again. `stop` waits for a run that is under way.
 */
export function scheduleDueReminders(
  engine: Pick<Queryable, 'query'>,
  report: (failure: unknown) => void,
): { stop: () => Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const run = () => {
    if (busy) return
    busy = true
    running = engine
      .query('select private.send_due_reminders()')
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
