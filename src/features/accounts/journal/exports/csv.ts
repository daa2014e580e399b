import { toCsv } from '@/shared/domain/text/csv'
import { type JournalWriter, journalColumns } from './format'

/** The journal as CSV: days as `2026-11-30`, amounts with a point. */
export const writeCsv: JournalWriter = ({ lines }) =>
  Promise.resolve(
    new Blob(
      [
        toCsv(
          journalColumns.map(({ head }) => head),
          lines.map((line) => journalColumns.map(({ of }) => of(line))),
        ),
      ],
      { type: 'text/csv;charset=utf-8' },
    ),
  )
