import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { bankKey } from './bank.query'

/** An account of the statements as at a day. Amounts are decimal text, money out is below zero; null where nothing can be compared. */
export type BankBalance = {
  account_iban: string | null
  currency: string
  first_day: string
  said_on: string | null
  said: string | null
  reckoned: string | null
  off: string | null
  matched: string
  waiting: string
  waiting_count: number
  ignored: string
  ignored_count: number
  booked: string | null
  by_hand: string | null
}

/** The statements as at a day: what the bank says, and what entries and books come to. */
export const bankBalanceQuery = (day: string) =>
  queryOptions({
    queryKey: [...bankKey, 'balance', day],
    queryFn: async ({ signal }): Promise<BankBalance[]> => {
      const { data } = await db.rpc('bank_balance', { p_on: day }).abortSignal(signal).throwOnError()
      return data
    },
  })

/** The account of the bank in the books as at a day, beside the statements, and what explains the difference. Amounts are decimal text. */
export type BankInBooks = {
  account: string
  books: string
  bank: string | null
  off: string | null
  waiting: string
  ignored: string
  later: string
  later_count: number
  rest: string | null
}

/** The balance in the books as at a day; null without statements, or for people who do not see the books. */
export const bankInBooksQuery = (day: string) =>
  queryOptions({
    queryKey: [...bankKey, 'in-books', day],
    queryFn: async ({ signal }): Promise<BankInBooks | null> => {
      const { data } = await db.rpc('bank_in_books', { p_on: day }).abortSignal(signal).throwOnError()
      return data[0] ?? null
    },
  })
