import { type DecimalSign, possibleDecimals, readAmountCell } from '@/kit/import/number-cell'
import { cellsOf } from '@/kit/sheet/tsv'
import { exact, minus, negative, truncated, written } from '@/shared/domain/money/decimal'
import type { Account, EntryLine } from './entry-lines'

/** Rows of a spreadsheet as lines of an entry. */
export type PastedLines = {
  lines: EntryLine[]
  /** Rows whose account the books do not have. */
  unknown: string[]
  /** Rows whose amount cannot be read; they come without one. */
  unread: string[]
  /** An amount that is read differently with a decimal point and a decimal comma: the lines come without amounts. */
  doubt: string | null
  /** More than two columns hold numbers, and no row names the debit and the credit: the lines come without amounts. */
  isWide: boolean
}

/** The columns of the debit and the credit; null where there is none. */
type Sides = { debit: number | null; credit: number | null }

const mostWords = 500
const headings = {
  debit: /^(d[ée]bits?|d[ée]bito|dr|soll|dare|debe|debet|winien)$/i,
  credit: /^(cr[ée]dits?|cr[ée]dito|cr|haben|avere|haber|ma)$/i,
}

/**
 * Rows that were copied from a spreadsheet: the number of the account, at will its name and a text, the debit and the credit. One
 * column of amounts is of debits, and an amount below zero stands on the other side. All amounts are read with one decimal sign:
 * the one that all of them allow, or `decimals`. Null for a text that is no table.
 */
export function pastedLines(text: string, accounts: readonly Account[], decimals?: DecimalSign): PastedLines | null {
  if (!text.includes('\t')) return null
  const byNumber = new Map(accounts.map((account) => [numberOf(account.label), account]))
  const rows = cellsOf(text)
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => ({ row, account: byNumber.get(numberOf(row[0] ?? '')) }))
  const [first] = rows
  const head = first && !first.account && !first.row.some(isNumber) ? first.row : []
  const columns = amountColumns(rows.map(({ row }) => row).filter((row) => row !== head))
  const sides = sidesOf(columns, head)
  const taken = sides ? [sides.debit, sides.credit] : columns
  const cells = rows.flatMap(({ row }) => amountsIn(row, sides)).filter(isNumber)
  const signs = decimals ? [decimals] : possibleDecimals(cells)
  const [sign] = signs
  const doubt =
    signs.length > 1 ? (cells.find((cell) => possibleDecimals([cell]).length > 1) ?? cells[0] ?? null) : null
  const found: PastedLines = { lines: [], unknown: [], unread: [], doubt, isWide: sides === null }
  for (const { row, account } of rows) {
    const texts = row.slice(1).filter((cell, at) => cell !== '' && !taken.includes(at + 1))
    const amounts = sign && doubt === null && sides ? readSides(row, sides, sign) : null
    if (account)
      found.lines.push({ account: account.value, words: wordsOf(texts, account), debit: '', credit: '', ...amounts })
    const named = [row[0], ...texts].filter(Boolean).join(' ')
    if (account && !amounts && doubt === null && sides)
      found.unread.push([named, ...amountsIn(row, sides)].filter(Boolean).join(' '))
    else if (!account && amountsIn(row, sides).some(isNumber)) found.unknown.push(named)
  }
  return found
}

const numberOf = (label: string): string => label.split(' ')[0]?.toLowerCase() ?? ''

/** The text of a line: what its row says beside the name of its account. */
function wordsOf(texts: readonly string[], { label }: Account): string {
  const name = label.split(' ').slice(1).join(' ').toLowerCase()
  return texts
    .filter((text) => text.toLowerCase() !== name)
    .join(' · ')
    .slice(0, mostWords)
}

const isNumber = (cell: string): boolean =>
  readAmountCell(cell, 'point') !== null || readAmountCell(cell, 'comma') !== null
/** Programs write a dash where a side is empty. */
const isBlank = (cell: string): boolean => /^[-−–]?$/.test(cell)

/**
 * The columns that hold amounts, next to each other: at least half of their filled cells are numbers. Of two columns one may be
 * empty: the one behind, or the one before.
 */
function amountColumns(rows: readonly (readonly string[])[]): number[] {
  const columns = Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, at) => at).slice(1)
  const filled = (at: number) => rows.map((row) => row[at] ?? '').filter((cell) => !isBlank(cell))
  const isEmpty = (at: number) => columns.includes(at) && filled(at).length === 0
  const holds = (at: number) => !isEmpty(at) && filled(at).filter(isNumber).length * 2 >= filled(at).length
  const last = columns.findLast(holds)
  if (last === undefined) return []
  const start = columns.findLast((at) => at < last && !holds(at) && !isEmpty(at)) ?? 0
  const first = columns.find((at) => at > start && holds(at)) ?? last
  if (first < last) return columns.filter((at) => at >= first && at <= last)
  return isEmpty(first + 1) ? [first, first + 1] : isEmpty(first - 1) ? [first - 1, first] : [first]
}

/** Which columns are the debit and the credit; null where more than two hold numbers and no row names them. */
function sidesOf(columns: readonly number[], head: readonly string[]): Sides | null {
  const named = (side: keyof typeof headings) => head.findIndex((cell) => headings[side].test(cell))
  const [debit, credit] = [named('debit'), named('credit')]
  if (debit > 0 || credit > 0) return { debit: debit > 0 ? debit : null, credit: credit > 0 ? credit : null }
  const [first = null, second = null] = columns
  return columns.length > 2 ? null : { debit: first, credit: second }
}

const cellOf = (row: readonly string[], at: number | null): string => (at === null ? '' : (row[at] ?? ''))
const amountsIn = (row: readonly string[], sides: Sides | null): string[] =>
  sides ? [cellOf(row, sides.debit), cellOf(row, sides.credit)] : []

/** The amounts of a row on their sides; null where there is none, or one cannot be read. */
function readSides(row: readonly string[], sides: Sides, sign: DecimalSign): { debit: string; credit: string } | null {
  const cells = amountsIn(row, sides)
  const read = cells.map((cell) => (isBlank(cell) ? '0.00' : readAmountCell(cell, sign)))
  const [debit, credit] = read
  if (typeof debit !== 'string' || typeof credit !== 'string' || cells.every(isBlank)) return null
  // Both sides of a row are left to the line, which says that it has one.
  if (!debit.startsWith('-') && !credit.startsWith('-')) return { debit: filled(debit), credit: filled(credit) }
  const rest = minus(exact(debit), exact(credit))
  return rest.units < 0n
    ? { debit: '', credit: written(truncated(negative(rest), 2)) }
    : { debit: filled(written(truncated(rest, 2))), credit: '' }
}

/** Programs write `0.00` where a side is empty. */
const filled = (amount: string): string => (exact(amount).units === 0n ? '' : amount)
