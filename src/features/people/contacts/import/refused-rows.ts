import { z } from 'zod'
import { type CsvText, toCsv } from '@/shared/domain/text/csv'
import { countText } from '@/shared/domain/text/formats'
import { memoryOfTab } from '@/shared/lib/memory'
import { saveCsv } from '@/shared/lib/save-file'
import type { ImportRow } from './import-rows'

/** `withoutCell`, `withoutPerson`: the contact was imported, and only its email or country, or its contact person, was not. */
export type RefusedRow = {
  line: number
  cells: readonly string[]
  because: string
  withoutCell?: boolean
  withoutPerson?: boolean
}

/** The rows that were not imported, as in the file, with the reason. They can be corrected and imported again. */
export const refusedCsv = (header: readonly string[], rows: readonly RefusedRow[]): CsvText =>
  toCsv(
    [...header, 'Line', 'Why it was not imported'],
    rows.map(({ line, cells, because }) => [...header.map((_, column) => cells[column] ?? ''), line, because]),
  )

export const saveRefusedRows = (header: readonly string[], rows: readonly RefusedRow[]): void =>
  saveCsv('contacts-not-imported.csv', refusedCsv(header, rows))

/** `2 rows of clients.csv were not imported, 1 row was imported without a cell that cannot be read`. */
export function refusedTitle(rows: readonly RefusedRow[], fileName?: string): string {
  const withoutCell = rows.filter((row) => row.withoutCell).length
  const withoutPerson = rows.filter((row) => row.withoutPerson).length
  const of = fileName === undefined ? '' : ` of ${fileName}`
  const said = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `1 row${of} was ${one}` : `${countText(count)} rows${of} were ${many}`]
  return [
    ...said(rows.length - withoutCell - withoutPerson, 'not imported', 'not imported'),
    ...said(withoutCell, 'imported without a cell that cannot be read', 'imported without cells that cannot be read'),
    ...said(withoutPerson, 'imported without its contact person', 'imported without their contact person'),
  ].join(', ')
}

/** Why a row, or a cell of it, is not imported. Null when all of it is. */
export const reasonOf = ({ problem, unread }: Pick<ImportRow, 'problem' | 'unread'>): string | null =>
  [problem, unread].filter(Boolean).join('; ') || null

const keptSchema = z.object({
  fileName: z.string(),
  header: z.array(z.string()),
  rows: z.array(
    z.object({
      line: z.number(),
      cells: z.array(z.string()),
      because: z.string(),
      withoutCell: z.boolean().default(false),
      withoutPerson: z.boolean().default(false),
    }),
  ),
})

/** The rows of the last import that were not imported: they stay on the page of the import until they are put away. */
export const keptRefusedRows = (userId: string) => memoryOfTab(`contact-import-refused:${userId}`, keptSchema)
