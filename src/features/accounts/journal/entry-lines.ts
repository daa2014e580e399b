import { exact, minus, sum, truncated, written, zero, type Decimal } from '@/shared/domain/money/decimal'
import { formatMoney, readDecimal } from '@/shared/domain/money/money'

/** A line of an entry as it is typed. `account`: the id of an account of the books or of costs. */
export type EntryLine = { account: string; words: string; debit: string; credit: string }
export type Account = { value: string; label: string }

export const emptyLine: EntryLine = { account: '', words: '', debit: '', credit: '' }

const sides = ['debit', 'credit'] as const
const rule = { places: 2, least: '0', most: '999999999999.99' }

export const isFilled = (line: EntryLine): boolean => Object.values(line).some((text) => text.trim() !== '')

/** The amount of a typed side; zero where it is empty or cannot be read. */
function amountOf(typed: string): Decimal {
  const read = typed.trim() === '' ? null : readDecimal(typed, rule)
  return read && 'value' in read ? exact(read.value) : zero
}

const plain = (typed: string): string => (typed.trim() === '' ? '' : written(truncated(amountOf(typed), 2)))

/** The sums of both sides and debits less credits, as decimal text. */
export function sumsOfEntry(lines: readonly EntryLine[]): { debit: string; credit: string; rest: string } {
  const [debit, credit] = sides.map((side) => sum(lines.map((line) => amountOf(line[side])))) as [Decimal, Decimal]
  const text = (amount: Decimal) => written(truncated(amount, 2))
  return { debit: text(debit), credit: text(credit), rest: text(minus(debit, credit)) }
}

/** Why a filled line cannot be booked, as a sentence; null where it can. */
export function lineProblem(line: EntryLine): string | null {
  for (const side of sides) {
    const read = line[side].trim() === '' ? null : readDecimal(line[side], rule)
    if (read && 'problem' in read) return read.problem
  }
  const [debit, credit] = [amountOf(line.debit), amountOf(line.credit)]
  if (line.account === '') return 'Please choose the account'
  if (debit.units !== 0n && credit.units !== 0n) return 'A line has a debit or a credit, not both'
  if (debit.units === 0n && credit.units === 0n) return 'Please enter a debit or a credit'
  return null
}

/** What is wrong with the lines of an entry, as one sentence; `isOpening`: the rest has its own account. */
export function linesProblem(lines: readonly EntryLine[], isOpening: boolean): string | null {
  const filled = lines.filter(isFilled)
  if (filled.length === 0) return 'Please enter the lines'
  const place = lines.findIndex((line) => isFilled(line) && lineProblem(line) !== null)
  const wrong = lines[place]
  if (wrong) return `Line ${place + 1}: ${lineProblem(wrong)}`
  const { rest } = sumsOfEntry(filled)
  if (isOpening || exact(rest).units === 0n) return null
  return rest.startsWith('-')
    ? `${formatMoney(rest.slice(1))} of debits are missing`
    : `${formatMoney(rest)} of credits are missing`
}

/** The filled lines as the database takes them: amounts as plain decimal text. */
export const bookable = (lines: readonly EntryLine[]): EntryLine[] =>
  lines
    .filter(isFilled)
    .map((line) => ({ ...line, words: line.words.trim(), debit: plain(line.debit), credit: plain(line.credit) }))

/** The rest of the entry on this line: on the side that is missing. */
export function withRest(lines: readonly EntryLine[], place: number): EntryLine[] {
  const others = lines.filter((_, at) => at !== place)
  const { rest } = sumsOfEntry(others)
  return lines.map((line, at) =>
    at !== place
      ? line
      : {
          ...line,
          debit: rest.startsWith('-') ? rest.slice(1) : '',
          credit: rest.startsWith('-') || exact(rest).units === 0n ? '' : rest,
        },
  )
}
