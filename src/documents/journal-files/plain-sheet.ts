import writeXlsxFile from 'write-excel-file/universal'
import { toCsv } from '../../shared/domain/text/csv.ts'
import { withTax } from '../../shared/domain/text/formats.ts'
import { cellOf, headOf } from './xlsx.ts'

/** The columns of a file that has one row for each line of a screen. Amounts and rates are decimal text. */
export type PlainSheet<Row> = readonly {
  head: string
  kind: 'text' | 'amount' | 'rate' | 'day'
  width: number
  of: (row: Row) => string | null
}[]

/** Rows as CSV or as an Excel sheet of that name, whose amounts can be summed. */
export async function writePlainSheet<Row>(
  name: string,
  sheet: PlainSheet<Row>,
  rows: readonly Row[],
  isSheet: boolean,
): Promise<Blob> {
  if (isSheet)
    return writeXlsxFile(
      [sheet.map(({ head }) => headOf(head)), ...rows.map((row) => sheet.map(({ kind, of }) => cellOf(kind, of(row))))],
      { sheet: name, stickyRowsCount: 1, columns: sheet.map(({ width }) => ({ width })) },
    ).toBlob()
  const csv = toCsv(
    sheet.map(({ head }) => withTax(head)),
    rows.map((row) => sheet.map(({ of }) => of(row))),
  )
  return new Blob([csv], { type: 'text/csv;charset=utf-8' })
}
