import { type CsvSeparator, type CsvTable, guessSeparator, readCsv } from '@/shared/domain/text/csv'
import { guessColumns, type ImportField, isHeader } from './columns'
import { decodeText } from '@/shared/domain/text/decode-file'
import type { KindChoice } from './import-rows'

/** The chosen or pasted text, and how it is read. Everything except the text was guessed and can be corrected. */
export type Source = {
  name: string
  encoding: string | null
  text: string
  separator: CsvSeparator
  hasHeader: boolean
  columns: (ImportField | null)[]
  kind: KindChoice
}

type HowToRead = Pick<Source, 'text' | 'separator' | 'hasHeader'>

/** The first row is searched within so many characters. */
const headLength = 100_000
const most = 20 * 1024 ** 2

/** A file as a source; it rejects in words where that cannot be one. */
export async function sourceOfFile(file: File): Promise<Source> {
  if (file.size === 0) throw new Error('This file is empty')
  if (file.size > most) throw new Error('This file is larger than 20 MB. Please divide it.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  // A spreadsheet of Excel is a zip archive, an older one a compound file.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf))
    throw new Error('This is a spreadsheet, not a CSV file. In your program choose “Save as” and CSV.')
  const { text, encoding } = decodeText(bytes)
  if (text.includes('\u0000')) throw new Error('This is not a text file')
  return { ...sourceOfText(text, file.name), encoding }
}

export function sourceOfText(text: string, name = 'Pasted text'): Source {
  return { name, encoding: null, text, kind: 'byRow', ...guessed(text, guessSeparator(text)) }
}

/** The same text with another separator; its columns are guessed again. */
export const cutBy = (source: Source, separator: CsvSeparator): Source => ({
  ...source,
  ...guessed(source.text, separator),
})

function guessed(text: string, separator: CsvSeparator) {
  const first = readCsv(text.slice(0, headLength), separator).rows[0]?.cells ?? []
  const hasHeader = isHeader(first)
  return { separator, hasHeader, columns: hasHeader ? guessColumns(first) : first.map(() => null) }
}

/** The rows of a source without its heading and without blank ones, and the names of its columns. */
export function tableOf({ text, separator, hasHeader }: HowToRead): CsvTable & { header: string[] } {
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

/** The problem with the columns, as a sentence; null when rows can be read. */
export function mappingProblem(columns: readonly (ImportField | null)[]): string | null {
  const used = columns.filter((field) => field !== null)
  if (new Set(used).size < used.length) return 'Two columns are given the same meaning'
  const names: ImportField[] = ['name', 'last_name', 'full_name', 'company']
  return names.some((field) => used.includes(field)) ? null : 'Please say which column holds the name'
}
