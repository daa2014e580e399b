import { withTax } from '../../shared/domain/text/formats.ts'
import writeXlsxFile from 'write-excel-file/universal'
import { inertText } from '../../shared/domain/text/csv.ts'
import { type HandOverWriter, type JournalColumn, journalColumns, plainRows } from './format.ts'

/** A day as a date, an amount and a rate as numbers, text as text. An amount has 14 digits at most: a number keeps them all. */
export function cellOf(kind: JournalColumn['kind'] | undefined, value: string | null) {
  if (value === null) return null
  if (kind === 'day') return { type: Date, value: new Date(`${value}T00:00:00Z`), format: 'yyyy-mm-dd' } as const
  if (kind === 'amount') return { type: Number, value: Number(value), format: '#,##0.00' } as const
  if (kind === 'rate') return { type: Number, value: Number(value), format: '0.####' } as const
  return { type: String, value: inertText(value) } as const
}

/** The heading of a column, with the tax's name. */
export const headOf = (head: string) => ({ type: String, value: withTax(head), fontWeight: 'bold' }) as const

const widths = { day: 12, text: 24, amount: 14, rate: 10 } as const

/** The journal as an Excel sheet whose numbers can be summed and whose days are dates. */
export const writeXlsx: HandOverWriter = async ({ entries }) => {
  const rows: (ReturnType<typeof cellOf> | ReturnType<typeof headOf>)[][] = [
    journalColumns.map(({ head }) => headOf(head)),
  ]
  for await (const page of entries)
    for (const row of plainRows(page)) rows.push(row.map((value, place) => cellOf(journalColumns[place]?.kind, value)))
  return writeXlsxFile(rows, {
    sheet: 'Journal',
    stickyRowsCount: 1,
    columns: journalColumns.map(({ kind }) => ({ width: widths[kind] })),
  }).toBlob()
}
