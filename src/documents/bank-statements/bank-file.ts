import { compared, exact, negative, sum, written } from '../../shared/domain/money/decimal.ts'

/** One booked entry of an account. Amounts are decimal text with two places and no sign, days ISO 8601. */
export type BankEntry = {
  booked_on: string
  value_on: string | null
  direction: 'in' | 'out'
  amount: string
  currency: string
  party_name: string | null
  party_iban: string | null
  remittance: string | null
  end_to_end: string | null
  /** The bank's own reference of the entry. */
  bank_reference: string | null
  account_iban: string | null
  /** The bank's reason for a returned payment: `AC04, the account is closed`; null when it gives none. */
  return_info: string | null
  /** The same money in another currency, if the bank gives it: the amount sent, or its value. Both or neither. */
  other_amount?: string
  other_currency?: string
  /** The whole row of a table, by which the entry is known again whatever its columns are taken for. */
  row?: string
}

/** The content of a bank statement, from any format. */
export type BankFile = {
  format: 'camt' | 'csv'
  account_iban: string | null
  currency: string
  opening: string | null
  closing: string | null
  entries: BankEntry[]
  /** The skipped parts, each as a sentence. */
  leftOut: string[]
}

/**
 * The places of entries that repeat one before them: the bank's reference, day, direction, amount and account are the same. The
 * database asks by the same rule.
 */
export function repeatedIn(entries: readonly BankEntry[]): number[] {
  const seen = new Set<string>()
  return entries.flatMap((entry, place) => {
    const reference = entry.bank_reference?.replace(/\s+/g, ' ').trim()
    if (!reference) return []
    const { account_iban, booked_on, direction, amount, currency } = entry
    const about = [account_iban?.toUpperCase(), booked_on, direction, amount, currency, reference.slice(0, 200)].join(
      '|',
    )
    if (seen.has(about)) return [place]
    seen.add(about)
    return []
  })
}

/**
 * What the opening balance and the entries come to, where that is not the closing balance: the file lacks entries, or has
 * some of another day. Null where they agree, and where the file does not say both balances.
 */
export function reckonedClosing({ opening, closing, currency, entries }: BankFile): string | null {
  if (opening === null || closing === null || entries.some((entry) => entry.currency !== currency)) return null
  const moved = entries.map(({ direction, amount }) => (direction === 'in' ? exact(amount) : negative(exact(amount))))
  const reckoned = sum([exact(opening), ...moved])
  return compared(reckoned, exact(closing)) === 0 ? null : written(reckoned)
}

/** Why a file is no bank statement that can be read, in words. */
export class UnreadableStatement extends Error {}

/** What a file is said to leave out: entries that its bank has only announced. */
export const pendingWords = (count: number): string =>
  `${count === 1 ? '1 entry is' : `${count} entries are`} not booked yet.`

export const mostStatementBytes = 10 * 1024 * 1024

/** An amount of a file as decimal text with two places; null for other text, more places, or a too large amount. */
export function plainAmount(text: string | null): string | null {
  const [, whole, places = ''] = /^(\d{1,9})(?:\.(\d{1,5}))?$/.exec(text ?? '') ?? []
  return whole === undefined || /[1-9]/.test(places.slice(2))
    ? null
    : `${whole.replace(/^0+(?=\d)/, '')}.${places.slice(0, 2).padEnd(2, '0')}`
}

/** The day `2026-11-20` at the start of a date or moment; null when it is no calendar day. */
export function plainDay(text: string | null): string | null {
  const [, day] = /^(\d{4}-\d{2}-\d{2})/.exec(text ?? '') ?? []
  return day && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day) ? day : null
}
