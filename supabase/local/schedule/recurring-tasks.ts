import type { Queryable } from '../contracts.ts'
import { repeatedly, type Schedule } from './repeatedly.ts'

const everyMinutes = 15

/** Makes the tasks that come again when their day has come, for as long as the server runs. */
export const scheduleRecurringTasks = (
  engine: Pick<Queryable, 'query'>,
  report: (failure: unknown) => void,
): Schedule => repeatedly(() => engine.query('select private.make_recurring_tasks()'), everyMinutes, report)
