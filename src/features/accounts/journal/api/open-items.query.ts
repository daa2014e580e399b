import { db } from '@/shared/db/client'
import type { OpenPaper, PersonalBalance } from '@/documents/journal-files/personal-accounts'
import { journalKey } from './account-choices.query'

export const openItemsKey = [...journalKey, 'open-items'] as const

/** A client or supplier with what was open on the day. Amounts are decimal text. */
export type BalanceRow = PersonalBalance & { contact_id: string; contact_type: string; papers: number }

/** Every client and supplier who has an account at the accountant or something open on the day. */
export async function readBalances(day: string, side: string | null, signal?: AbortSignal): Promise<BalanceRow[]> {
  const asked = db.rpc('personal_balances', { p_on: day, ...(side === null ? {} : { p_side: side }) })
  const { data } = await (signal ? asked.abortSignal(signal) : asked).throwOnError()
  return data
}

/** The side that the database is asked for; null: both. */
export const sideOf = (side: string): string | null => (side === 'both' ? null : side)

/** Who had something open on the day, of one side or of both. */
export const askedOn = async (day: string, side: string): Promise<BalanceRow[]> =>
  (await readBalances(day, sideOf(side))).filter(({ papers }) => papers > 0)

/** The papers and payments that were open on the day. */
export async function readOpenPapers(day: string): Promise<OpenPaper[]> {
  const { data } = await db.rpc('open_papers_on', { p_on: day }).throwOnError()
  return data
}
