import { canEdit, type SheetColumn } from '@/kit/sheet/sheet-column'
import { decimal, shortened, written } from '@/shared/domain/money/decimal'
import { countText } from '@/shared/domain/text/formats'
import { newId } from '@/shared/lib/new-id'
import { type LineChange, newLine, type Patch, type QuotationItem, seenBefore } from './line'
import { keysAfter, movedTo } from './line-keys'
import { percentDiscount } from './percent-discount'
import { patchOf, typedWithUnit, usualVat, type VatChoice } from './line-columns'

/** The most lines that a quotation may have. */
export const mostLines = 1000

export type Editing = {
  lines: readonly QuotationItem[]
  columns: readonly SheetColumn<QuotationItem>[]
  vat: readonly VatChoice[]
  costs: Readonly<Record<string, string>>
  /** The currency of the quotation; the company's by default. */
  currency?: string
}

/** `also`: further lines that change with it, as those of a discount at other rates. */
type Typed = { change: LineChange | null; also?: readonly LineChange[] } | { problem: string }

/** The change made by a text typed into a cell; null when the value stays the same. */
export function typedChange(editing: Editing, line: QuotationItem, columnName: string, typed: string): Typed {
  const column = editing.columns.find(({ name }) => name === columnName)
  if (!column?.read || !canEdit(column, line)) return { change: null }
  const percent = columnName === 'unit_price' ? percentDiscount(editing.lines, line, typed, editing.currency) : null
  if (percent) return 'problem' in percent ? percent : withOthers(line, percent.changes)
  const both = columnName === 'qty' ? typedWithUnit(typed) : null
  if (both) return typedUnit(editing, line, both.unit, both.qty)
  const chosen = column.choices ? chosenOf(column.choices, typed) : typed
  // Pasting an empty cell keeps the chosen value.
  if (chosen === null) return { change: null }
  if (chosen === undefined) return { problem: `Choose ${column.choices?.map(({ label }) => label).join(', ')}` }
  const read = column.read(chosen, line)
  if ('problem' in read) return read
  if (columnName === 'cost') {
    const from = editing.costs[line.id] ?? null
    return { change: from === read.value ? null : { kind: 'cost', id: line.id, from, to: read.value } }
  }
  return { change: changeOf(line, patchOf(line, columnName, read.value, editing.vat)) }
}

/** The change of the line itself, and those of other lines. */
function withOthers(line: QuotationItem, changes: readonly LineChange[]): Typed {
  const change = changes.find((one) => one.kind === 'set' && one.id === line.id) ?? null
  const also = changes.filter((one) => one !== change)
  return also.length === 0 ? { change } : { change, also }
}

/**
 * The change of a unit with the quantity that waited for it: 3.5 was refused on a line of pieces, and is taken with hours. Null
 * where none waits, or this unit does not take it.
 */
export function withQuantity(
  editing: Editing,
  line: QuotationItem,
  change: LineChange | null,
  waiting: string | null,
): LineChange | null {
  const unit = change?.kind === 'set' ? change.to.unit : null
  if (!unit || waiting === null) return null
  const read = typedUnit(editing, line, unit, waiting)
  return 'problem' in read ? null : read.change
}

/** The change of a line to a quantity of that unit. */
function typedUnit(editing: Editing, line: QuotationItem, unit: string, waiting: string): Typed {
  const patch = patchOf(line, 'unit', unit, editing.vat)
  const qty = editing.columns.find(({ name }) => name === 'qty')?.read?.(waiting, { ...line, ...patch })
  if (!qty || 'problem' in qty) return qty ?? { change: null }
  return { change: changeOf(line, { ...patch, ...patchOf({ ...line, ...patch }, 'qty', qty.value, editing.vat) }) }
}

/** The change that a patch makes of a line; null where the line is so already. */
export function changeOf(line: QuotationItem, patch: Patch): LineChange | null {
  const to = changedOnly(line, patch)
  return Object.keys(to).length === 0 ? null : { kind: 'set', id: line.id, from: seenBefore(line, to), to }
}

/** The choice that was typed by its value, its label or its rate. Null for an empty text, undefined for an unknown one. */
function chosenOf(choices: readonly { value: string; label: string }[], typed: string): string | null | undefined {
  const words = typed.trim().toLowerCase()
  if (words === '') return null
  const rate = rateOf(words.replace(/\s*%$/, '').replace(',', '.'))
  return choices.find(
    ({ value, label }) =>
      value.toLowerCase() === words ||
      label.toLowerCase() === words ||
      (rate !== null && rateOf(value.split(' ')[0] ?? '') === rate),
  )?.value
}

/** A typed rate without trailing zeros: `8.875` for `8.8750`. Null for other text. */
function rateOf(words: string): string | null {
  const rate = /^\d{1,3}(\.\d+)?$/.test(words) ? decimal(words) : null
  return rate && written(shortened(rate))
}

const changedOnly = (line: QuotationItem, patch: Patch): Patch =>
  Object.fromEntries(Object.entries(patch).filter(([column, value]) => Reflect.get(line, column) !== value))

/** Copies of lines, placed below the last of them. */
export function duplicated(lines: readonly QuotationItem[], ids: readonly string[]): LineChange[] {
  const chosen = lines.filter(({ id }) => ids.includes(id))
  const { keys, moves } = keysAfter(lines, chosen.at(-1)?.id ?? null, chosen.length)
  const copies = chosen.map((line, place) => ({ ...line, id: newId(), position: keys[place] ?? line.position }))
  return copies.length === 0 ? [] : [...moves, { kind: 'add', lines: copies }]
}

/** Moves adjacent lines one place up or down. */
export function moved(lines: readonly QuotationItem[], ids: readonly string[], by: -1 | 1): LineChange[] {
  const first = lines.findIndex(({ id }) => ids.includes(id))
  const last = lines.findLastIndex(({ id }) => ids.includes(id))
  const neighbour = by < 0 ? first - 1 : last + 1
  if (first < 0 || neighbour < 0 || neighbour >= lines.length) return []
  return movedTo([...lines.slice(0, first), ...lines.slice(last + 1)], first + by, lines.slice(first, last + 1))
}

/** Lines go together before or after another one, in their own order. */
export function placed(
  lines: readonly QuotationItem[],
  ids: readonly string[],
  { row, isAfter }: { row: string; isAfter: boolean },
): LineChange[] {
  const chosen = lines.filter(({ id }) => ids.includes(id))
  const others = lines.filter(({ id }) => !ids.includes(id))
  const found = others.findIndex(({ id }) => id === row)
  return found < 0 || chosen.length === 0 ? [] : movedTo(others, isAfter ? found + 1 : found, chosen)
}

/** True when the first cell of every row is a line's kind, as in rows copied from another quotation. */
const hasKinds = (columns: Editing['columns'], copied: readonly (readonly string[])[]): boolean => {
  const kinds = columns.find(({ name }) => name === 'kind')?.choices ?? []
  const named = ([first = '']: readonly string[]) => typeof chosenOf(kinds, first) === 'string'
  return copied.length > 0 && copied.every(named)
}

/** The kind and the unit first: they say what a quantity may be. */
const inOrderOfMeaning = <Cell extends { column: { name: string } }>(cells: readonly Cell[]): Cell[] => {
  const place = ({ column: { name } }: Cell) => (name === 'kind' ? 0 : name === 'unit' ? 1 : 2)
  return cells.toSorted((one, other) => place(one) - place(other))
}

/** Below this many cells that were not taken, each is named. */
const namedProblems = 3

/**
 * The changes of pasted cells from a cell on: first over existing lines, then as new lines. Unreadable cells are
 * skipped and reported; computed columns and empty rows below the lines are skipped. Without a cell all become new
 * lines, starting at the description, or at the kind when each row has one.
 */
export function pasted(
  editing: Editing,
  at: { row: string; column: string } | null,
  copied: readonly (readonly string[])[],
): { changes: LineChange[]; problem: string | null } {
  const { lines, columns, vat } = editing
  const from = at ? lines.findIndex(({ id }) => id === at.row) : lines.length
  const first = at?.column ?? (hasKinds(columns, copied) ? 'kind' : 'description')
  const firstColumn = columns.findIndex(({ name }) => name === first)
  const room = lines.length - from
  const cells = copied.filter((texts, place) => place < room || texts.some((text) => text.trim() !== ''))
  const extra = Math.max(0, cells.length - room)
  if (lines.length + extra > mostLines)
    return {
      changes: [],
      problem: `A quotation may have ${countText(mostLines)} lines. Nothing was pasted: it would have had ${countText(lines.length + extra)}.`,
    }
  const problems: string[] = []
  const write = (line: QuotationItem, texts: readonly string[], place: number) => {
    const costs: LineChange[] = []
    let to: Patch = {}
    const cells = texts.flatMap((text, offset) => {
      const column = columns[firstColumn + offset]
      return column ? [{ column, text }] : []
    })
    for (const { column, text } of inOrderOfMeaning(cells)) {
      const now = { ...line, ...to }
      const typed = typedChange({ ...editing, lines: [now] }, now, column.name, text)
      if ('problem' in typed) problems.push(`row ${place + 1}, ${column.label}: ${typed.problem}`)
      else if (typed.change?.kind === 'set') to = { ...to, ...typed.change.to }
      else if (typed.change) costs.push(typed.change)
    }
    const written = { ...line, ...to }
    to = changedOnly(line, to)
    // One change a line: it is stored by one request, however many cells were pasted.
    const set: LineChange[] =
      Object.keys(to).length === 0 ? [] : [{ kind: 'set', id: line.id, from: seenBefore(line, to), to }]
    return { changes: [...set, ...costs], line: written }
  }
  const over = cells.slice(0, cells.length - extra).flatMap((texts, place) => {
    const line = lines[from + place]
    return line ? write(line, texts, place).changes : []
  })
  const { keys, moves } = keysAfter(lines, null, extra)
  const added = cells.slice(cells.length - extra).map((texts, place) => {
    const fresh = newLine(newId(), keys[place] ?? '', usualVat(vat))
    return write(fresh, texts, cells.length - extra + place).line
  })
  const named = problems.slice(0, namedProblems).join('; ')
  const more = problems.length > namedProblems ? ` and ${problems.length - namedProblems} more` : ''
  return {
    changes: [...over, ...(added.length > 0 ? [...moves, { kind: 'add' as const, lines: added }] : [])],
    problem: problems.length > 0 ? `Not taken: ${named}${more}` : null,
  }
}
