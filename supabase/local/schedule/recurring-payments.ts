import type { Queryable } from '../contracts.ts'
import { repeatedly, type Schedule } from './repeatedly.ts'

const everyMinutes = 60

/** Makes the invoices of recurring payments when their day has come, for as long as the server runs. */
export const scheduleRecurringPayments = (
  engine: Pick<Queryable, 'query'>,
  report: (failure: unknown) => void,
): Schedule => repeatedly(() => engine.query('select private.make_recurring()'), everyMinutes, report)
