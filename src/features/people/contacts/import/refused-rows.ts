import { z } from 'zod'
import { type CsvText, toCsv } from '@/shared/domain/text/csv'
import { memoryOfTab } from '@/shared/lib/memory'
import { saveCsv } from '@/shared/lib/save-file'

export type RefusedRow = { line: number; cells: readonly string[]; because: string }

/** The rows that were not imported, as in the file, with the reason. They can be corrected and imported again. */
export const refusedCsv = (header: readonly string[], rows: readonly RefusedRow[]): CsvText =>
  toCsv(
    [...header, 'Line', 'Why it was not imported'],
    rows.map(({ line, cells, because }) => [...header.map((_, column) => cells[column] ?? ''), line, because]),
  )

export const saveRefusedRows = (header: readonly string[], rows: readonly RefusedRow[]): void =>
  saveCsv('contacts-not-imported.csv', refusedCsv(header, rows))

const keptSchema = z.object({
  fileName: z.string(),
  header: z.array(z.string()),
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()), because: z.string() })),
})

/** The rows of the last import that were not imported: they stay on the page of the import until they are put away. */
export const keptRefusedRows = (userId: string) => memoryOfTab(`contact-import-refused:${userId}`, keptSchema)
