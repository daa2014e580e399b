import { db } from '@/shared/db/client'
import { accountIdOf } from './account.query'

/** By what the next such entry is known: the account of the other side, or its text. */
export type Learn = 'iban' | 'text'
export type AccountBooking = {
  /** As `bankAccountsQuery` gives it. */
  account: string
  /** The rate of the VAT in the amount; null for none. */
  vatRate: string | null
  learn: Learn | null
  /** The value in the books of an entry in another currency. */
  worth?: string | undefined
}

/** Books entries that are nobody's payment to an account, all or none. How many were booked. */
export async function bookEntries(
  ids: readonly string[],
  { account, vatRate, learn, worth }: AccountBooking,
): Promise<number> {
  const { data } = await db
    .rpc('book_bank_entries', {
      p_ids: [...ids],
      p_account_id: accountIdOf(account),
      // Decimal text, which the database reads exactly.
      ...(vatRate === null ? {} : { p_vat_rate: vatRate as unknown as number }),
      ...(learn ? { p_learn: learn } : {}),
      ...(worth ? { p_worth: worth as unknown as number } : {}),
    })
    .throwOnError()
  return data
}

/** Removes a rule. What was booked stays. */
export async function removeRule(id: string): Promise<void> {
  await db.from('bank_rules').delete().eq('id', id).throwOnError()
}
