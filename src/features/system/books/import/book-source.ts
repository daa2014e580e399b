import { z } from 'zod'
import { foldHeading, guessedColumns, meanings } from '@/kit/import/headings'
import { guessDecimals } from '@/kit/import/number-cell'
import { type FileText, guessedTable, tableOf, type TableText } from '@/kit/import/table-source'
import { currentFormats, withTax } from '@/shared/domain/text/formats'
import { csvSeparators, type CsvSeparator } from '@/shared/domain/text/csv'
import { memoryOfPerson, memoryOfTab } from '@/shared/lib/memory'
import { type BookKind, type BookKindName, bookKinds, type FieldType } from './fields'
import { type CellStyle, guessDays } from './read-cells'

/** A chosen file of a kind of books, and how it is read. All but its text was guessed and can be corrected. */
export type BookSource = TableText &
  CellStyle & {
    kind: BookKindName
    name: string
    encoding: string | null
    sheets: readonly { name: string; text: string }[]
    sheet: number
    columns: (string | null)[]
    /** The day at which the former books end. */
    day: string | null
    /** The rate of a paper of which the file says no tax and no rate. */
    taxOfRest: string
  }

const sourceSchema: z.ZodType<BookSource> = z.object({
  kind: z.enum(Object.keys(bookKinds) as [BookKindName, ...BookKindName[]]),
  name: z.string(),
  encoding: z.string().nullable(),
  sheets: z.array(z.object({ name: z.string(), text: z.string() })),
  sheet: z.number(),
  text: z.string(),
  separator: z.enum(csvSeparators),
  hasHeader: z.boolean(),
  columns: z.array(z.string().nullable()),
  decimals: z.enum(['point', 'comma']),
  lengths: z.enum(['mm', 'cm', 'm', 'in']),
  days: z.enum(['dmy', 'mdy', 'ymd']),
  day: z.string().nullable(),
  taxOfRest: z.string(),
})

/** The file that this person is about to import, until it is imported or the tab is closed. */
export const keptBookSource = (userId: string) => memoryOfTab(`book-import:${userId}`, sourceSchema)

const mappingSchema = z.record(z.string(), z.array(z.string().nullable()))
/** What columns were said to hold, by kind and headings: a file with the same headings is read the same way again. */
const keptMappings = (userId: string) => memoryOfPerson(userId, 'book-columns', mappingSchema)
const mostMappings = 30

const mappingKey = (kind: BookKindName, header: readonly string[]) => [kind, ...header.map(foldHeading)].join('|')

/** Remembers what the columns of a file hold. */
export function keepMapping(userId: string, source: BookSource): void {
  const memory = keptMappings(userId)
  const { [mappingKey(source.kind, tableOf(source).header)]: _, ...others } = memory.read() ?? {}
  const latest = Object.entries(others).slice(-(mostMappings - 1))
  memory.keep({ ...Object.fromEntries(latest), [mappingKey(source.kind, tableOf(source).header)]: source.columns })
}

const meaningOf = (kind: BookKind) => {
  const known = meanings(
    Object.fromEntries(Object.entries(kind.fields).map(([name, { headings }]) => [name, headings])),
  )
  const labels = new Map(Object.entries(kind.fields).map(([name, { label }]) => [foldHeading(withTax(label)), name]))
  return (heading: string): string | null => {
    const folded = foldHeading(heading)
    return labels.get(folded) ?? known.get(folded) ?? null
  }
}

/** A file of a kind as a source: how it is cut and what its columns hold is guessed, or as this person said it last time. */
export const sourceOf = (userId: string, kind: BookKindName, file: FileText, sheet = 0): BookSource => {
  const { text } = file.sheets[sheet] ?? { text: '' }
  return guessed(userId, {
    ...{ kind, name: file.name, encoding: file.encoding, sheets: file.sheets, sheet, text, day: null, taxOfRest: '' },
    lengths: currentFormats().length_unit,
  })
}

type Unread = Omit<BookSource, 'separator' | 'hasHeader' | 'columns' | 'decimals' | 'days'>

function guessed(userId: string, given: Unread, separator?: CsvSeparator): BookSource {
  const meaning = meaningOf(bookKinds[given.kind])
  const isHeader = (cells: readonly string[]) =>
    cells.some((cell) => meaning(cell) !== null) && !cells.some((cell) => /^\d+([.,]\d+)?$/.test(cell))
  const { first, ...table } = guessedTable(given.text, isHeader, given.encoding === 'Spreadsheet' ? ',' : separator)
  const { header, rows } = tableOf(table)
  const kept = keptMappings(userId).read()?.[mappingKey(given.kind, header)]
  const columns =
    kept?.length === header.length ? kept : table.hasHeader ? guessedColumns(first, meaning) : first.map(() => null)
  const cellsOf = (...types: FieldType[]) =>
    rows
      .slice(0, 500)
      .flatMap(({ cells }) => cells.filter((_, column) => types.includes(typeOf(given.kind, columns[column]))))
  const days = guessDays(cellsOf('day'))
  const decimals =
    given.encoding === 'Spreadsheet' ? 'point' : guessDecimals(cellsOf('amount', 'price', 'quantity', 'length'))
  return { ...given, ...table, columns, decimals: decimals ?? ownDecimals(), days: days ?? ownDays() }
}

/** How the company itself writes numbers and days: what a file without doubt does not say. */
const ownDecimals = (): CellStyle['decimals'] =>
  ['comma', 'space'].includes(currentFormats().number_style) ? 'comma' : 'point'
const ownDays = (): CellStyle['days'] =>
  currentFormats().date_style === 'month_first' ? 'mdy' : currentFormats().date_style === 'year_first' ? 'ymd' : 'dmy'

const typeOf = (kind: BookKindName, column: string | null | undefined): FieldType => {
  const fields: BookKind['fields'] = bookKinds[kind].fields
  return (column ? fields[column]?.type : undefined) ?? 'text'
}

/** The same file with another separator or another of its sheets; its columns are guessed again. */
export const cutAgain = (
  userId: string,
  source: BookSource,
  change: { separator?: CsvSeparator; sheet?: number },
): BookSource => {
  const sheet = change.sheet ?? source.sheet
  return guessed(
    userId,
    { ...source, sheet, text: source.sheets[sheet]?.text ?? '' },
    change.separator ?? source.separator,
  )
}

/** The problem with the columns, as a sentence; null when rows can be read. */
export function columnsProblem(kind: BookKindName, columns: readonly (string | null)[]): string | null {
  const used = columns.filter((field) => field !== null)
  if (new Set(used).size < used.length) return 'Two columns are given the same meaning'
  const fields: BookKind['fields'] = bookKinds[kind].fields
  const missing = Object.entries(fields).find(([name, { required }]) => required && !used.includes(name))
  return missing ? `Please say which column holds this: ${withTax(missing[1].label)}` : null
}
