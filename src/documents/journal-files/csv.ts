import { withTax } from '../../shared/domain/text/formats.ts'
import { csvRows, toCsv } from '../../shared/domain/text/csv.ts'
import { type HandOverWriter, journalColumns, plainRows } from './format.ts'

/** The journal as CSV: days as `2026-11-30`, amounts with a point. */
export const writeCsv: HandOverWriter = async ({ entries }) => {
  const parts: string[] = [
    toCsv(
      journalColumns.map(({ head }) => withTax(head)),
      [],
    ),
  ]
  for await (const page of entries) parts.push(csvRows(plainRows(page)))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
