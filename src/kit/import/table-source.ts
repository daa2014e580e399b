import { type CsvSeparator, type CsvTable, guessSeparator, readCsv } from '@/shared/domain/text/csv'
import { decodeText } from '@/shared/domain/text/decode-file'

/** The text of a file of rows, and how it is cut. All but the text was guessed and can be corrected. */
export type TableText = { text: string; separator: CsvSeparator; hasHeader: boolean }

/** A file as text. A workbook is one text for each of its sheets, cut by commas. */
export type FileText = { name: string; encoding: string | null; sheets: readonly { name: string; text: string }[] }

const most = 20 * 1024 ** 2

/** A CSV or .xlsx file as text; it rejects in words where it is neither. */
export async function textOfFile(file: File): Promise<FileText> {
  if (file.size === 0) throw new Error('This file is empty')
  if (file.size > most) throw new Error('This file is larger than 20 MB. Please divide it.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new Error('This is a spreadsheet of the old kind (.xls). In your program choose “Save as” and .xlsx or CSV.')
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const { readXlsx } = await import('@/documents/spreadsheets/read-xlsx')
    const sheets = readXlsx(bytes).filter(({ rows }) => rows.some((row) => row.some((cell) => cell !== '')))
    if (sheets.length === 0) throw new Error('This spreadsheet has no rows')
    return {
      name: file.name,
      encoding: 'Spreadsheet',
      sheets: sheets.map(({ name, rows }) => ({ name, text: textOfRows(rows) })),
    }
  }
  const { text, encoding } = decodeText(bytes)
  if (text.includes('\u0000')) throw new Error('This is not a text file')
  return { name: file.name, encoding, sheets: [{ name: '', text }] }
}

/** Rows as text cut by commas, one line each, so that a line of it is the row of the sheet. */
const textOfRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

/** The first row is searched within so many characters. */
const headLength = 100_000

/** How a text is cut: the separator that fits best, unless one is named, and whether its first row names the columns. */
export function guessedTable(
  text: string,
  isHeader: (cells: readonly string[]) => boolean,
  separator: CsvSeparator = guessSeparator(text),
): TableText & { first: readonly string[] } {
  const first = readCsv(text.slice(0, headLength), separator).rows[0]?.cells ?? []
  return { text, separator, hasHeader: isHeader(first), first }
}

/** The rows of a source without its heading and without blank ones, and the names of its columns. */
export function tableOf({ text, separator, hasHeader }: TableText): CsvTable & { header: string[] } {
  const table = readCsv(text, separator)
  const first = table.rows[0]?.cells ?? []
  return {
    ...table,
    header: first.map((cell, column) => (hasHeader && cell.trim() ? cell.trim() : `Column ${column + 1}`)),
    rows: (hasHeader ? table.rows.slice(1) : table.rows).filter(({ cells }) =>
      cells.some((cell) => cell.trim() !== ''),
    ),
  }
}
