import { type CsvText, toCsv } from '@/shared/domain/text/csv'
import { decimalHours, formatDuration } from '@/shared/domain/time/duration'
import type { HoursRow } from './hours'

/** The rows as a CSV file: a line a day, person and client. */
export const hoursCsv = (rows: readonly HoursRow[]): CsvText =>
  toCsv(
    ['Day', 'Person', 'Client', 'Business', 'Duration', 'Hours'],
    rows.map(({ day, person, client, business, seconds }) => [
      day,
      person,
      client,
      business,
      formatDuration(seconds),
      Number(decimalHours(seconds)),
    ]),
  )
