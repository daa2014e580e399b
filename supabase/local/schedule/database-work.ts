import type { Queryable } from '../contracts.ts'
import { repeatedly, type Schedule, together } from './repeatedly.ts'

/**
 * What the database does by the clock, and how often, in minutes: task reminders, tasks that come again, quotations that expire,
 * rules of payments, deleted tasks, certificates of drafts. On hosted Supabase pg_cron runs the same statements from `private.schedules`.
 */
export const databaseWork: Readonly<Record<string, number>> = {
  'select private.send_due_reminders()': 5,
  'select private.make_recurring_tasks()': 15,
  'select private.expire_quotations()': 60,
  'select private.make_recurring()': 60,
  'select private.forget_deleted_tasks()': 60,
  'select private.settle_exemptions()': 60,
}

/** Does each work at the start and then by its clock, for as long as the server runs. One that fails does not hold the others up. */
export function scheduleDatabaseWork(engine: Pick<Queryable, 'query'>, report: (failure: unknown) => void): Schedule {
  const schedules = Object.entries(databaseWork).map(([statement, everyMinutes]) =>
    repeatedly(() => engine.query(statement), everyMinutes, report),
  )
  return together(schedules)
}
