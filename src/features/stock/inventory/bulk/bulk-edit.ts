import { type CsvText, readCsv, toCsv } from '@/shared/domain/text/csv'
import { readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import type { ItemChange } from './api/bulk.mutation'

/** An item as the sheet shows it. Decimals are text. */
export type BulkRow = {
  id: string
  /** 0 for a row that is not stored yet. */
  row_version: number
  sku: string
  name: string
  bin: string | null
  min_qty: string | null
  reorder_qty: string | null
  supplier_sku: string | null
  sell_price: string | null
  price_follows_cost: boolean
  cost_price: string | null
  markup_pct: string | null
}

type Column = { name: keyof BulkRow & string; label: string; needsCosts?: boolean } & (
  | { kind: 'text'; max: number; required?: boolean }
  | { kind: 'decimal'; places: number; most: string }
)

/** The columns of the sheet and of its CSV file, in their order. */
export const bulkColumns: readonly Column[] = [
  { name: 'name', label: 'Name', kind: 'text', max: 200, required: true },
  { name: 'sku', label: 'Number', kind: 'text', max: 60, required: true },
  { name: 'bin', label: 'Bin', kind: 'text', max: 60 },
  { name: 'min_qty', label: 'Least in stock', kind: 'decimal', places: 4, most: '1000000' },
  { name: 'reorder_qty', label: 'Order at least', kind: 'decimal', places: 4, most: '1000000' },
  { name: 'supplier_sku', label: 'Number at the supplier', kind: 'text', max: 100 },
  { name: 'sell_price', label: 'Sell price', kind: 'decimal', places: 4, most: '999999999' },
  { name: 'cost_price', label: 'Cost', kind: 'decimal', places: 4, most: '999999999', needsCosts: true },
  { name: 'markup_pct', label: 'Markup %', kind: 'decimal', places: 2, most: '10000', needsCosts: true },
]
/** Columns of a CSV file that describe new items and are not changed in the sheet. */
const newColumns = ['form', 'width_mm', 'length_mm', 'thickness_mm', 'buy_unit', 'sell_unit', 'sell_per_buy'] as const

/** Unsaved changes of one item: the former and the new values. */
export type Edit = {
  id: string
  isNew: boolean
  row_version: number
  title: string
  was: Record<string, string | null>
  values: Record<string, string | null>
}

/** The text of a stored value in a cell. */
export const cellText = (name: string, value: string | null): string => {
  if (value === null) return ''
  return bulkColumns.some((column) => column.name === name && column.kind === 'decimal')
    ? shortDecimalText(value)
    : value
}

/** The stored form of a typed text, or the problem. */
export function readCell(name: string, typed: string): { value: string | null } | { problem: string } {
  const column = bulkColumns.find((each) => each.name === name)
  const text = typed.trim()
  if (!column) return { problem: 'This column is not changed here' }
  if (text === '')
    return column.kind === 'text' && column.required
      ? { problem: `An item has a ${column.label.toLowerCase()}` }
      : { value: null }
  if (column.kind === 'decimal') return readDecimal(text, { places: column.places, least: '0', most: column.most })
  if (text.length > column.max) return { problem: `${column.label} has ${column.max} characters at most` }
  if (name === 'sku' && !/^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(text))
    return { problem: 'A number has letters, digits, dots, slashes and hyphens, without spaces' }
  return { value: text }
}

const same = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && one !== '' && other !== '' && Number(one) === Number(other))

/** The edits with one cell changed. An unchanged cell is no edit. */
export function withCell(edits: readonly Edit[], row: BulkRow, name: string, value: string | null): Edit[] {
  const stored = row[name as keyof BulkRow]
  const before = typeof stored === 'string' ? stored : null
  const edit = edits.find(({ id }) => id === row.id) ?? {
    id: row.id,
    isNew: false,
    row_version: row.row_version,
    title: row.name,
    was: {},
    values: {},
  }
  const was = { ...edit.was }
  const values = { ...edit.values }
  if (!(name in was)) was[name] = edit.isNew ? null : before
  values[name] = value
  if (!edit.isNew && same(was[name] ?? null, value)) {
    delete was[name]
    delete values[name]
  }
  const next = { ...edit, was, values }
  const others = edits.filter(({ id }) => id !== row.id)
  return Object.keys(values).length === 0 && !edit.isNew ? others : [...others, next]
}

/** The rows with their edits; new items are at the top. */
export const editedRows = (rows: readonly BulkRow[], edits: readonly Edit[]): BulkRow[] => {
  const blank = {
    row_version: 0, sku: '', name: '', bin: null, min_qty: null, reorder_qty: null, supplier_sku: null, sell_price: null,
    price_follows_cost: false, cost_price: null, markup_pct: null,
  } // oxfmt-ignore
  const byId = new Map(edits.map((edit) => [edit.id, edit]))
  return [
    ...edits.filter(({ isNew }) => isNew).map(({ id, values }) => ({ ...blank, ...values, id }) as BulkRow),
    ...rows.map((row) => ({ ...row, ...byId.get(row.id)?.values }) as BulkRow),
  ]
}

/** The changes in the form that the database takes. */
export const changesOf = (edits: readonly Edit[]): ItemChange[] =>
  edits.map(({ id, isNew, row_version, values }) => ({
    id: isNew ? null : id,
    row_version: isNew ? null : row_version,
    values,
  }))

/** Why these edits cannot be saved, in words; null when they can. */
export function editsProblem(edits: readonly Edit[]): string | null {
  const bare = edits.find(({ isNew, values }) => isNew && !(values['sku'] && values['name']))
  if (bare) return `The new item “${bare.values['name'] ?? bare.values['sku'] ?? ''}” needs a name and a number.`
  const numbers = edits.flatMap(({ values }) => (values['sku'] ? [values['sku'].toLowerCase()] : []))
  const double = numbers.find((number, place) => numbers.indexOf(number) !== place)
  return double ? `The number ${double} is in two rows.` : null
}

const csvColumns = (seesCosts: boolean) => bulkColumns.filter(({ needsCosts }) => seesCosts || !needsCosts)

/** The rows as a CSV file that can be changed and read again. */
export const bulkCsv = (rows: readonly BulkRow[], seesCosts: boolean): CsvText =>
  toCsv(
    csvColumns(seesCosts).map(({ label }) => label),
    rows.map((row) => csvColumns(seesCosts).map(({ name }) => row[name] as string | null)),
  )

/** One row of a CSV file: the item's number and its values. */
export type FileRow = { line: number; sku: string; values: Record<string, string | null> }

/** Reads a CSV file with a header. Unreadable rows are reported by line and skipped completely. */
export function readFile(text: string, seesCosts: boolean): { rows: FileRow[]; problems: string[] } {
  const table = readCsv(text)
  const [head, ...body] = table.rows
  const columns = (head?.cells ?? []).map((cell) => columnNamed(cell, seesCosts))
  if (!columns.includes('sku'))
    return { rows: [], problems: ['The file needs a heading with a column “Number”, which names the items.'] }
  const problems: string[] = []
  const rows = body.flatMap(({ line, cells }) => {
    const values: Record<string, string | null> = {}
    for (const [place, name] of columns.entries()) {
      if (name === null) continue
      // Our own files put an apostrophe before text that a spreadsheet would run.
      const cell = (cells[place] ?? '').replace(/^'(?=[=+\-@])/, '').trim()
      const read = isNewColumn(name) ? { value: cell || null } : readCell(name, cell)
      if ('problem' in read) {
        problems.push(`Line ${line}: ${read.problem}${cell ? ` (“${cell.slice(0, 60)}”)` : ''}.`)
        return []
      }
      if (!(isNewColumn(name) && read.value === null)) values[name] = read.value
    }
    const sku = values['sku']
    return sku ? [{ line, sku, values }] : []
  })
  if (table.unclosedFrom !== null) problems.push(`Line ${table.unclosedFrom}: a quote is opened and never closed.`)
  return { rows, problems }
}

const isNewColumn = (name: string): boolean => newColumns.some((column) => column === name)

function columnNamed(heading: string, seesCosts: boolean): string | null {
  const words = heading.trim().toLowerCase()
  const known = csvColumns(seesCosts).find(({ name, label }) => words === name || words === label.toLowerCase())
  return known?.name ?? newColumns.find((name) => name === words || name.replace('_', ' ') === words) ?? null
}

/** The edits with a file over them. Numbers that no item has become new items. */
export function withFile(
  edits: readonly Edit[],
  file: readonly FileRow[],
  stored: ReadonlyMap<string, BulkRow>,
  newId: () => string,
): Edit[] {
  let next = [...edits]
  for (const { sku, values } of file) {
    const row = stored.get(sku.toLowerCase())
    if (row)
      for (const [name, value] of Object.entries(values)) {
        if (name !== 'sku' && !isNewColumn(name)) next = withCell(next, row, name, value)
      }
    else if (!next.some((edit) => edit.isNew && edit.values['sku']?.toLowerCase() === sku.toLowerCase()))
      next.push({ id: newId(), isNew: true, row_version: 0, title: values['name'] ?? sku, was: {}, values })
  }
  return next
}
