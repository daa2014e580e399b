import { guessedTable, type TableText, textOfFile } from '@/kit/import/table-source'
import type { CsvSeparator } from '@/shared/domain/text/csv'
import { guessColumns, type ImportField, isHeader } from './columns'
import type { KindChoice } from './import-rows'

export { tableOf } from '@/kit/import/table-source'

/** The chosen or pasted text, and how it is read. Everything except the text was guessed and can be corrected. */
export type Source = TableText & {
  name: string
  encoding: string | null
  columns: (ImportField | null)[]
  kind: KindChoice
}

/** A file as a source, of a workbook its first sheet; it rejects in words where that cannot be one. */
export async function sourceOfFile(file: File): Promise<Source> {
  const { name, encoding, sheets } = await textOfFile(file)
  return { ...sourceOfText(sheets[0]?.text ?? '', name), encoding }
}

export function sourceOfText(text: string, name = 'Pasted text'): Source {
  return { name, encoding: null, kind: 'byRow', ...guessed(text) }
}

/** The same text with another separator; its columns are guessed again. */
export const cutBy = (source: Source, separator: CsvSeparator): Source => ({
  ...source,
  ...guessed(source.text, separator),
})

function guessed(text: string, separator?: CsvSeparator) {
  const { first, ...table } = guessedTable(text, isHeader, separator)
  return { ...table, columns: table.hasHeader ? guessColumns(first) : first.map(() => null) }
}

/** The problem with the columns, as a sentence; null when rows can be read. */
export function mappingProblem(columns: readonly (ImportField | null)[]): string | null {
  const used = columns.filter((field) => field !== null)
  if (new Set(used).size < used.length) return 'Two columns are given the same meaning'
  const names: ImportField[] = ['name', 'last_name', 'full_name', 'company']
  return names.some((field) => used.includes(field)) ? null : 'Please say which column holds the name'
}
