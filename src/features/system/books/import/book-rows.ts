import { storableLine } from '@/shared/domain/text/storable'
import type { CsvRow } from '@/shared/domain/text/csv'
import { withTax } from '@/shared/domain/text/formats'
import { newId } from '@/shared/lib/new-id'
import { type BookKind, bookKinds } from './fields'
import type { BookSource } from './book-source'
import { readCell } from './read-cells'

/** A row of the file as the database takes it, and what is wrong with it. */
export type BookRow = {
  line: number
  cells: readonly string[]
  values: Readonly<Record<string, string>>
  problem: string | null
  /** What is left out of it or becomes of its units, in words; it is imported all the same. */
  note: string | null
}
/** A row as it is sent. */
export type SentRow = { line: number; id: string } & Record<string, string | number>

/** Every row with the values of its fields. A cell that cannot be read is said with the name of its field. */
export function bookRows(rows: readonly CsvRow[], source: BookSource): BookRow[] {
  const { fields, isGrouped }: BookKind = bookKinds[source.kind]
  return rows.map(({ line, cells }) => {
    const values: Record<string, string> = {}
    const left: string[] = []
    const problems: string[] =
      cells.length > source.columns.length ? ['This row has more cells than the first one'] : []
    source.columns.forEach((name, column) => {
      const field = name === null ? undefined : fields[name]
      if (name === null || !field) return
      const cell = storableLine(cells[column] ?? '')
      const read = readCell(cell, field.type, source)
      if ('left' in read) {
        left.push(read.left)
        values['note'] = [values['note'], `${withTax(field.label)} in the file: ${cell}`].filter(Boolean).join('\n')
      } else if ('problem' in read) problems.push(`${withTax(field.label)}: ${read.problem}`)
      else if (read.value !== '') values[name] = read.value
    })
    if (isGrouped && source.taxOfRest.trim() !== '' && values['tax'] === undefined && values['vat'] === undefined)
      values['tax'] = source.taxOfRest.trim()
    return { line, cells, values, problem: problems.join('; ') || null, note: left.join('; ') || null }
  })
}

/** Rows as they are sent, each with the id that its record will have: sent twice, they are imported once. */
export const sentRows = (rows: readonly BookRow[]): SentRow[] =>
  rows.map(({ line, values }) => ({ ...values, line, id: newId() }))

const mostRows = 1000
const mostText = 300_000

/** Rows in the portions in which they are sent: not too many and not too long; of a grouped kind, rows of one number stay together. */
export function inPortions(rows: readonly SentRow[], isGrouped = false): SentRow[][] {
  const portions: SentRow[][] = []
  let text = Infinity
  for (const row of isGrouped ? rows.toSorted(byNumber) : rows) {
    const length = JSON.stringify(row).length
    const last = portions.at(-1)
    const before = last?.at(-1)
    const belongs = isGrouped && before !== undefined && byNumber(before, row) === 0
    if (!last || (!belongs && (last.length >= mostRows || text + length > mostText))) {
      portions.push([row])
      text = length
    } else {
      last.push(row)
      text += length
    }
  }
  return portions
}

const numberOf = ({ number }: SentRow): string => String(number ?? '').toLowerCase()

const byNumber = (one: SentRow, other: SentRow): number =>
  numberOf(one) < numberOf(other) ? -1 : numberOf(one) > numberOf(other) ? 1 : 0
