import { type CsvSeparator, guessSeparator, readCsv } from '../../shared/domain/text/csv.ts'
import { compared, exact, negative, sum, written, zero } from '../../shared/domain/money/decimal.ts'
import { readAmount } from '../../shared/domain/money/money.ts'
import {
  type BankEntry,
  type BankFile,
  mostStatementBytes,
  plainAmount,
  plainDay,
  UnreadableStatement,
} from './bank-file.ts'

/** The possible meanings of a column in a bank's CSV. */
export const bankColumns = {
  day: 'Day of booking',
  amount: 'Amount with its sign',
  credit: 'Money in',
  debit: 'Money out',
  party_name: 'Payer or payee',
  party_iban: 'Their IBAN or account',
  remittance: 'Text',
  check: 'Number of a check',
  bank_reference: 'Reference of the bank',
  currency: 'Currency',
  balance: 'Balance after the entry',
} as const
export type BankColumn = keyof typeof bankColumns
export const isBankColumn = (name: string): name is BankColumn => Object.hasOwn(bankColumns, name)

export type DayOrder = 'dmy' | 'mdy' | 'ymd'

/** The settings for reading a CSV file. Everything is guessed first and can be corrected. */
export type CsvReading = {
  text: string
  separator: CsvSeparator
  columns: (BankColumn | null)[]
  dayOrder: DayOrder
}

const headings: Record<BankColumn, string> = {
  day: 'date|booking date|posting date|posted date|post date|transaction date|booked|buchungstag|buchungsdatum|datum|data|fecha|date comptable',
  amount: 'amount|betrag|umsatz|importo|montant|importe|amount eur|value|transaction amount',
  credit: 'credit|money in|paid in|in|haben|avere|credit amount|deposits',
  debit: 'debit|money out|paid out|out|soll|dare|debit amount|withdrawals',
  party_name:
    'name|payer|payee|counterparty|counterparty name|beneficiary|beneficiary name|auftraggeber|empfanger|beguenstigter|payer or payee|from',
  party_iban: 'iban|counterparty iban|account|account number|counterparty account|kontonummer|their iban',
  remittance:
    'text|description|details|remittance|remittance information|reference text|verwendungszweck|narrative|purpose|causale|memo|particulars',
  check: 'check|check or slip|check number|check no|slip',
  bank_reference: 'reference|bank reference|transaction id|transaction reference|id|ref',
  currency: 'currency|ccy|wahrung|waehrung|valuta',
  balance: 'balance|running balance|running bal|closing balance|account balance|balance after|saldo|kontostand|solde',
}
/** Headings of the bank's reference under which some banks give what the payer wrote. */
const ambiguous = new Set([
  'reference',
  'ref',
  'transaction reference',
  'payment reference',
  'referenz',
  'referencia',
  'riferimento',
])
const columnOf = new Map(
  Object.entries(headings).flatMap(([column, names]) => names.split('|').map((name) => [name, column] as const)),
)
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

type Row = { line: number; cells: string[] }

const isDay = (cell: string): boolean => /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$/.test(cell.trim())
const isSum = (cell: string): boolean => /^[-+]?[$€£]?\d[\d.,' ]*$/.test(cell.trim())

/**
 * The headings of a file and the rows below them. Some banks write a summary above the headings, and some write no headings:
 * then each is empty.
 */
function tableOf(text: string, separator: CsvSeparator): { header: string[] | null; rows: Row[] } {
  const { rows } = readCsv(text, separator)
  const at = rows.slice(0, 12).findIndex(({ cells }) => {
    const columns = new Set(cells.map((cell) => columnOf.get(folded(cell))))
    return columns.has('day') && (columns.has('amount') || columns.has('credit') || columns.has('debit'))
  })
  const [first] = rows
  if (at < 0 && first?.cells.some(isDay) && first.cells.some((cell) => !isDay(cell) && isSum(cell)))
    return { header: first.cells.map(() => ''), rows }
  const place = Math.max(at, 0)
  return { header: rows[place]?.cells ?? null, rows: rows.slice(place + 1) }
}

/** The columns of a file without headings: the first of days, the first of sums, and the longest texts. */
function withoutHeadings(rows: readonly Row[], usual: DayOrder): Pick<CsvReading, 'columns' | 'dayOrder'> {
  const [first] = rows
  const day = first?.cells.findIndex(isDay) ?? -1
  const amount = first?.cells.findIndex((cell, place) => place !== day && isSum(cell)) ?? -1
  const lengthAt = (place: number) => rows.reduce((sum, { cells }) => sum + (cells[place] ?? '').trim().length, 0)
  const texts = (first?.cells ?? []).map((_, place) => place).filter((place) => place !== day && place !== amount)
  const text = texts.toSorted((one, other) => lengthAt(other) - lengthAt(one))[0]
  return {
    columns: (first?.cells ?? []).map((_, place) =>
      place === day ? 'day' : place === amount ? 'amount' : place === text && lengthAt(place) > 0 ? 'remittance' : null,
    ),
    dayOrder: guessDayOrder(
      rows.map(({ cells }) => cells[day] ?? ''),
      usual,
    ),
  }
}

/** Reads a text as CSV and guesses the meaning of headings and days. Throws an UnreadableStatement without a table. */
export function csvReading(
  text: string,
  separator: CsvSeparator = guessSeparator(text),
  usual: DayOrder = 'dmy',
): CsvReading {
  if (text.length > mostStatementBytes)
    throw new UnreadableStatement('This file is larger than 10 MB. Please export a shorter time.')
  const { header, rows } = tableOf(text, separator)
  if (!header || rows.length === 0) throw new UnreadableStatement('This file has no rows below its headings.')
  const taken = new Set<string>()
  const named = new Set(header.map(folded))
  const columns = header.map((cell) => {
    const column = columnOf.get(folded(cell))
    if (!column || taken.has(column) || !isBankColumn(column)) return null
    // Beside a description, details are the kind of the entry: CREDIT, DEBIT, CHECK.
    if (folded(cell) === 'details' && named.has('description')) return null
    taken.add(column)
    return column
  })
  if (header.every((cell) => cell === '')) return { text, separator, ...withoutHeadings(rows, usual) }
  if (!taken.has('remittance')) {
    const facts = (['day', 'amount', 'credit', 'debit'] as const).map((column) => columns.indexOf(column))
    // A row that repeats another one repeats its id as well: that is asked about before anything is imported.
    const values = (place: number) =>
      [...new Map(rows.map(({ cells }) => [[...facts, place].map((at) => cells[at]).join('\n'), cells])).values()].map(
        (cells) => (cells[place] ?? '').trim(),
      )
    const place = header.findIndex(
      (cell, at) =>
        (columns[at] === null || columns[at] === 'bank_reference') &&
        ambiguous.has(folded(cell)) &&
        !areIds(values(at)),
    )
    if (place >= 0) columns[place] = 'remittance'
  }
  const day = columns.indexOf('day')
  return {
    text,
    separator,
    columns,
    dayOrder: guessDayOrder(
      rows.map(({ cells }) => cells[day] ?? ''),
      usual,
    ),
  }
}

const documentNumber = /(?<![A-Z])(?:INV|SO|ST|Q)[^A-Z0-9]{0,3}20\d{2}[^A-Z0-9]{0,3}\d{4,7}(?!\d)/i

/** Whether the values of a column are a bank's ids: each is one word with a digit, none comes twice, and none is a number of our papers. */
function areIds(values: readonly string[]): boolean {
  const given = values.filter((value) => value !== '')
  return (
    new Set(given).size === given.length &&
    given.every((value) => /^\S*\d\S*$/.test(value) && !documentNumber.test(value))
  )
}

/** `usual`: that of the company, where the days do not tell. */
function guessDayOrder(days: readonly string[], usual: DayOrder): DayOrder {
  const parts = days.map((day) => day.trim().split(/\D+/))
  if (parts.some(([first = '']) => first.length === 4)) return 'ymd'
  if (parts.some(([first = '']) => Number(first) > 12)) return 'dmy'
  return parts.some(([, second = '']) => Number(second) > 12) ? 'mdy' : usual
}

/** The headings and the first rows, to look at. */
export function csvSample({ text, separator }: CsvReading): { header: string[]; rows: string[][] } {
  const { header, rows } = tableOf(text, separator)
  return {
    header: (header ?? []).map((cell, place) => cell.trim() || `Column ${place + 1}`),
    rows: rows.slice(0, 40).map(({ cells }) => cells),
  }
}

/** The problem with the chosen columns, as a sentence; null when entries can be read with them. */
export function columnsProblem(columns: readonly (BankColumn | null)[]): string | null {
  const used = columns.filter((column) => column !== null)
  if (new Set(used).size < used.length) return 'Two columns are given the same meaning'
  if (!used.includes('day')) return 'Please say which column holds the day'
  if (used.includes('amount') && (used.includes('credit') || used.includes('debit')))
    return 'Choose one column of amounts with their sign, or money in and money out apart'
  return used.includes('amount') || used.includes('credit') ? null : 'Please say which column holds the amount'
}

/** The entries of a bank's CSV. A row without a day or an amount, such as a total, is left out and named. */
export function readBankCsv({ text, separator, columns, dayOrder }: CsvReading, currency = 'EUR'): BankFile {
  const problem = columnsProblem(columns)
  if (problem) throw new UnreadableStatement(problem)
  const { rows } = tableOf(text, separator)
  const leftOut: string[] = []
  const balances: (string | null)[] = []
  const entries = rows.flatMap(({ line, cells }): BankEntry[] => {
    const cell = (column: BankColumn) => {
      const place = columns.indexOf(column)
      return (place < 0 ? '' : (cells[place] ?? '')).trim() || null
    }
    const booked_on = dayOf(cell('day'), dayOrder)
    const signed = signedAmount(cell('amount'), cell('credit'), cell('debit'))
    if (!booked_on || !signed) {
      leftOut.push(`Line ${line} has no ${booked_on ? 'amount' : 'day'} that can be read.`)
      return []
    }
    balances.push(signedBalance(cell('balance')))
    const iban = cell('party_iban')?.replace(/\s/g, '').toUpperCase() ?? null
    const own = cell('currency')?.toUpperCase()
    return [
      {
        booked_on,
        value_on: null,
        direction: signed.startsWith('-') ? 'out' : 'in',
        amount: signed.replace('-', ''),
        currency: own && /^[A-Z]{3}$/.test(own) ? own : currency,
        party_name: cell('party_name'),
        party_iban: iban && iban.length <= 34 ? iban : null,
        remittance: withCheck(cell('remittance'), cell('check')),
        row: cells
          .map((one) => one.trim())
          .join('|')
          .slice(0, 4000),
        end_to_end: null,
        bank_reference: cell('bank_reference'),
        return_info: null,
        account_iban: null,
      },
    ]
  })
  if (entries.length === 0) throw new UnreadableStatement('No row of this file has a day and an amount.')
  const last = lastOf(entries, balances)
  const closing = last !== null && entries[last]?.currency === currency ? (balances[last] ?? null) : null
  return {
    format: 'csv',
    account_iban: null,
    currency,
    opening: last === null || closing === null ? null : openingOf(entries, balances, last, closing),
    closing,
    entries,
    leftOut,
  }
}

/** What was written on the entry, and the number of its check where the text does not say it. */
const withCheck = (text: string | null, check: string | null): string | null =>
  check === null || text?.includes(check) ? text : [text, `check ${check}`].filter(Boolean).join(', ')

const moved = ({ direction, amount }: BankEntry) => (direction === 'in' ? exact(amount) : negative(exact(amount)))

/** The balance before the first entry, by the running balances; null where the entries do not lead from it to the closing one. */
function openingOf(
  entries: readonly BankEntry[],
  balances: readonly (string | null)[],
  last: number,
  closing: string,
): string | null {
  const place = last === entries.length - 1 ? 0 : entries.length - 1
  const [entry, balance] = [entries[place], balances[place]]
  if (!entry || !balance || entries.some(({ currency }) => currency !== entry.currency)) return null
  const opening = sum([exact(balance), negative(moved(entry))])
  return compared(sum([opening, ...entries.map(moved)]), exact(closing)) === 0 ? written(opening) : null
}

/** The place of the last entry in the order of the account: banks write the oldest or the newest first. Null where the file does not tell. */
function lastOf(entries: readonly BankEntry[], balances: readonly (string | null)[]): number | null {
  const end = entries.length - 1
  const [first, final] = [entries[0]?.booked_on ?? '', entries[end]?.booked_on ?? '']
  const newest = entries.reduce((day, { booked_on }) => (booked_on > day ? booked_on : day), '')
  if (end === 0 || first < final) return entries.findLastIndex(({ booked_on }) => booked_on === newest)
  if (first > final) return entries.findIndex(({ booked_on }) => booked_on === newest)
  // All of one day: each balance is the one before it and its own amount.
  const leads = (before: number, after: number) => {
    const [from, to, entry] = [balances[before], balances[after], entries[after]]
    if (!from || !to || !entry) return false
    return compared(sum([exact(from), moved(entry)]), exact(to)) === 0
  }
  return leads(0, 1) ? end : leads(1, 0) ? 0 : null
}

/** `-12.50`; null where no amount can be read. */
function signedBalance(text: string | null): string | null {
  const found = text === null ? null : readAmount(text)
  if (found === null || !('amount' in found)) return null
  const value = written(found.amount)
  const plain = plainAmount(value.replace('-', ''))
  return plain && (value.startsWith('-') ? `-${plain}` : plain)
}

/** `-12.50` of one column with a sign or of two without; null where no amount above zero can be read. */
function signedAmount(amount: string | null, credit: string | null, debit: string | null): string | null {
  const read = (text: string | null) => {
    if (text === null) return null
    const found = readAmount(text)
    return 'amount' in found && compared(found.amount, zero) !== 0 ? written(found.amount) : null
  }
  const absolute = (text: string) => text.replace('-', '')
  const inward = read(credit)
  const outward = read(debit)
  const value =
    read(amount) ?? (inward ? absolute(inward) : outward ? written(negative(exact(absolute(outward)))) : null)
  if (value === null) return null
  const plain = plainAmount(absolute(value))
  return plain && (value.startsWith('-') ? `-${plain}` : plain)
}

function dayOf(text: string | null, order: DayOrder): string | null {
  const [one = '', two = '', three = ''] = (text ?? '').split(/\D+/).filter(Boolean)
  const [year, month, day] =
    order === 'ymd' ? [one, two, three] : order === 'dmy' ? [three, two, one] : [three, one, two]
  const whole = year.length === 2 ? `20${year}` : year
  return plainDay(`${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}
