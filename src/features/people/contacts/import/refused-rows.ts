import { type CsvText, toCsv } from '@/shared/domain/csv'
import { saveCsv } from '@/shared/lib/save-file'

export type RefusedRow = { line: number; cells: readonly string[]; because: string }

/** The rows that were not imported, as they stood in the file and with the reason: mend them and import them again. */
export const refusedCsv = (header: readonly string[], rows: readonly RefusedRow[]): CsvText =>
  toCsv(
    [...header, 'Line', 'Why it was not imported'],
    rows.map(({ line, cells, because }) => [...header.map((_, column) => cells[column] ?? ''), line, because]),
  )

export const saveRefusedRows = (header: readonly string[], rows: readonly RefusedRow[]): void =>
  saveCsv('contacts-not-imported.csv', refusedCsv(header, rows))
