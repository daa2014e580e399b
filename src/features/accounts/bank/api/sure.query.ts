import { db } from '@/shared/db/client'
import { suggestionsOf } from './bank.query'
import { purposeOf } from '../purpose'

/** A sure entry as a question shows it. */
export type SureEntry = {
  id: string
  booked_on: string
  direction: string
  amount: string
  currency: string
  party_name: string | null
  account_iban: string | null
  /** What it is booked as: `Bakery Ltd pays INV-2026-0120`. */
  what: string
  /** The day on which it is booked, where that of the bank is closed. */
  books_on: string | null
  /** Sent along by the confirmation: it books this suggestion or nothing. */
  seen: string
}

/** The entries of these ids that are still open and sure, the oldest first. */
export async function readSureEntries(ids: readonly string[]): Promise<SureEntry[]> {
  const read: SureEntry[] = []
  for (let from = 0; from < ids.length; from += 50) read.push(...(await readSome(ids.slice(from, from + 50))))
  return read.toSorted((one, other) => one.booked_on.localeCompare(other.booked_on))
}

async function readSome(ids: readonly string[]): Promise<SureEntry[]> {
  const { data } = await db
    .from('bank_entries')
    .select('id, booked_on, direction, amount::text, currency, party_name, account_iban')
    .in('id', ids)
    .eq('status', 'open')
    .throwOnError()
  const suggested = await suggestionsOf(data)
  return suggested.flatMap(({ doubts: _, returns: __, matches, debits, ...entry }) => {
    const best = matches[0] ?? debits[0]
    return best?.is_sure ? [{ ...entry, what: purposeOf(best), books_on: best.books_on ?? null, seen: best.seen }] : []
  })
}
