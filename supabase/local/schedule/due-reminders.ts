import type { Queryable } from '../contracts.ts'
import { repeatedly, type Schedule } from './repeatedly.ts'

const everyMinutes = 5

/** Sends the reminders of tasks that are due, for as long as the server runs. */
export const scheduleDueReminders = (engine: Pick<Queryable, 'query'>, report: (failure: unknown) => void): Schedule =>
  repeatedly(() => engine.query('select private.send_due_reminders()'), everyMinutes, report)
