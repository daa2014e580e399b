import type { Queryable } from '../contracts.ts'
import { repeatedly, type Schedule } from './repeatedly.ts'

const everyMinutes = 60

/** Sets sent quotations whose last valid day has passed to expired, for as long as the server runs. */
export const scheduleExpiringQuotations = (
  engine: Pick<Queryable, 'query'>,
  report: (failure: unknown) => void,
): Schedule => repeatedly(() => engine.query('select private.expire_quotations()'), everyMinutes, report)
