import { decimalHours, formatDuration } from '@/shared/domain/duration'
import type { HoursRow } from './hours'

/** A spreadsheet runs what begins with one of these as a formula. */
const formula = /^[=+\-@\t\r]/

/** One cell: quoted, and harmless where a name looks like a formula. */
export const csvCell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** The rows as a CSV file (RFC 4180) with a byte order mark, so that spreadsheets read its letters right. */
export const hoursCsv = (rows: readonly HoursRow[]): string =>
  '\uFEFF' +
  [
    ['Day', 'Person', 'Client', 'Business', 'Duration', 'Hours'],
    ...rows.map((row) => [
      row.day,
      row.person,
      row.client,
      row.business,
      formatDuration(row.seconds),
      decimalHours(row.seconds),
    ]),
  ]
    .map((cells) => cells.map(csvCell).join(','))
    .join('\r\n') +
  '\r\n'
