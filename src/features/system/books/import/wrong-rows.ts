import { toCsv } from '@/shared/domain/text/csv'
import { saveCsv } from '@/shared/lib/save-file'
import type { BookRow } from './book-rows'

/** Saves the rows that were not imported, as in the file, with the reason: they can be mended and imported again. */
export const saveWrongRows = (many: string, header: readonly string[], rows: readonly BookRow[]): void =>
  saveCsv(
    `${many.replaceAll(' ', '-')}-not-imported.csv`,
    toCsv(
      [...header, 'Row', 'Why it was not imported'],
      rows.map(({ line, cells, problem }) => [...header.map((_, column) => cells[column] ?? ''), line, problem]),
    ),
  )
