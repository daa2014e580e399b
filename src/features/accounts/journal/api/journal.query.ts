import { queryOptions } from '@tanstack/react-query'
import type { Cursor, PageRequest } from '@/kit/list/define-list'
import { db } from '@/shared/db/client'
import { type Days, daysOf } from '../../shared/days'
import type { journalFilters, sheetFilters } from '../journal-filters'
import { journalKey } from './account-choices.query'

/** A line of the journal: a debit or a credit, as decimal text. */
export type JournalLine = {
  place: string
  on_date: string
  kind: string
  id: string
  entry_id: string
  number: string | null
  party: string | null
  words: string | null
  account_id: string
  code: string
  account: string
  vat_rate: string | null
  vat_treatment: string | null
  debit: string | null
  credit: string | null
}

const placed = (after: Cursor | null) => (after === null ? {} : { p_after: after.id })
const pageFrom = <Line extends { place: string }>(rows: Line[], limit: number) => ({
  rows,
  next: rows.length < limit ? null : { value: null, id: rows.at(-1)?.place ?? '' },
})

/** One page of the journal, oldest first. */
export async function readJournal(page: PageRequest<typeof journalFilters>) {
  const { from, to } = daysOf(page.filter.days)
  const { data } = await db
    .rpc('journal', {
      p_from: from,
      p_to: to,
      ...(page.filter.account === null ? {} : { p_account_id: page.filter.account }),
      ...placed(page.after),
      p_limit: page.limit,
    })
    .abortSignal(page.signal)
    .throwOnError()
  return pageFrom(data, page.limit)
}

/** One page of an account, oldest first, with what it has after each line. */
export const readSheet = (accountId: string) => async (page: PageRequest<typeof sheetFilters>) => {
  const { from, to } = daysOf(page.filter.days)
  const { data } = await db
    .rpc('account_sheet', {
      p_account_id: accountId,
      p_from: from,
      p_to: to,
      ...placed(page.after),
      p_limit: page.limit,
    })
    .abortSignal(page.signal)
    .throwOnError()
  return pageFrom(data, page.limit)
}
export type SheetLine = Awaited<ReturnType<ReturnType<typeof readSheet>>>['rows'][number]

/** Every account with an entry: opening, debits, credits and closing as decimal text; above zero is a debit. */
export const balanceQuery = ({ from, to }: Days) =>
  queryOptions({
    queryKey: [...journalKey, 'balance', from, to],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('trial_balance', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()
      return data
    },
  })
export type BalanceLine = Awaited<ReturnType<NonNullable<ReturnType<typeof balanceQuery>['queryFn']>>>[number]

/** Income and costs of these days by account and month, as decimal text. */
export const resultsQuery = ({ from, to }: Days) =>
  queryOptions({
    queryKey: [...journalKey, 'results', from, to],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('profit_and_loss', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()
      return data
    },
  })

/** The trial balance as one page of a list. */
export async function readBalance({ filter, signal }: PageRequest<typeof sheetFilters>) {
  const { from, to } = daysOf(filter.days)
  const { data } = await db.rpc('trial_balance', { p_from: from, p_to: to }).abortSignal(signal).throwOnError()
  return { rows: data, total: data.length, next: null }
}
