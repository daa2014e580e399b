import { askFirst } from '@/kit/save/ask-first'
import { db } from '@/shared/db/client'

/** Amounts and rates are decimal text, which the database reads exactly. */
const exactly = (amount: string) => amount as unknown as number
/** The id of the account of a choice of `cashAccountsQuery`. */
const accountIdOf = (value: string): string => value.split(' ')[1] ?? ''

export type CashEntry = { on_date: string; amount: string; words: string | null }

/** Books what was paid out of the till or put in, once under its id. Returns its number, `CASH-2026-0001`. */
export async function bookCash(
  id: string,
  direction: 'out' | 'in',
  entry: CashEntry & { account: string; vat_rate: string | null },
): Promise<string> {
  const { data } = await askFirst(() =>
    db.rpc('book_cash', {
      p_id: id,
      p_on: entry.on_date,
      p_direction: direction,
      p_amount: exactly(entry.amount),
      p_account_id: accountIdOf(entry.account),
      ...(entry.vat_rate === null ? {} : { p_vat_rate: exactly(entry.vat_rate) }),
      p_words: entry.words ?? '',
    }),
  )
  return data
}

/** Books money that was brought to the bank (`out`) or taken from it, once under its id. Returns its number. */
export async function carryCash(id: string, entry: CashEntry & { direction: string }): Promise<string> {
  const { data } = await askFirst(() =>
    db.rpc('book_cash', {
      p_id: id,
      p_on: entry.on_date,
      p_direction: entry.direction,
      p_amount: exactly(entry.amount),
      ...(entry.words === null ? {} : { p_words: entry.words }),
      p_is_bank: true,
    }),
  )
  return data
}

/** Keeps a count of the till, and books a difference to an account. Returns the difference as decimal text. */
export async function countCash(
  id: string,
  count: { on_date: string; counted: string; words: string | null; account: string | null },
): Promise<string> {
  const { data } = await askFirst(() =>
    db.rpc('count_cash', {
      p_id: id,
      p_on: count.on_date,
      p_counted: exactly(count.counted),
      ...(count.words === null ? {} : { p_words: count.words }),
      ...(count.account === null ? {} : { p_account_id: accountIdOf(count.account) }),
    }),
  )
  return data
}

/** Takes an entry of the cash book back, with the reason. Returns its number. */
export async function takeBackCash(id: string, reason: string): Promise<string> {
  const { data } = await askFirst(() => db.rpc('take_back_cash', { p_id: id, p_reason: reason }))
  return data
}
