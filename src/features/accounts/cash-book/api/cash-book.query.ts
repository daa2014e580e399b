import { queryOptions } from '@tanstack/react-query'
import type { PageRequest } from '@/kit/list/define-list'
import { db } from '@/shared/db/client'
import { shortDecimalText } from '@/shared/domain/money/money'
import { daysOf } from '../../shared/days'
import { assetAccountsOf } from '../../shared/asset-accounts'
import { accountsKey } from '../../shared/keys'
import { noTax, sourceOf } from '../../shared/tax-in-amount'
import type { cashBookFilters } from '../cash-book-filters'

export const cashBookKey = [...accountsKey, 'cash-book'] as const

/** One page of the cash book, the newest first, with what the till holds after each line. */
export async function readCashBook({ filter, after, limit, signal }: PageRequest<typeof cashBookFilters>) {
  const { from, to } = daysOf(filter.days)
  const { data } = await db
    .rpc('cash_book', { p_from: from, p_to: to, ...(after === null ? {} : { p_before: after.id }), p_limit: limit })
    .abortSignal(signal)
    .throwOnError()
  const rows = data.map((row) => ({ ...row, id: row.entry_id, record_id: row.id }))
  return { rows, next: rows.length < limit ? null : { value: null, id: rows.at(-1)?.place ?? '' } }
}
/** A line of the cash book: what came in or went out, as decimal text. */
export type CashLine = Awaited<ReturnType<typeof readCashBook>>['rows'][number]

/** What the till holds at the end of a day, as the books say, and its last count. */
export const tillQuery = (day: string) =>
  queryOptions({
    queryKey: [...cashBookKey, 'till', day],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('till', { p_on: day }).abortSignal(signal).throwOnError()
      return data[0] ?? null
    },
  })
export type Till = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof tillQuery>['queryFn']>>>>

/** An account for the cash book. `value`: `costs ID`, `sales ID`, `income ID` or `books ID`; `rate`: of its tax, the last time. */
export type CashAccount = { value: string; label: string; rate: string | null }

/** Accounts that papers move, and those of the money itself: money to or from the bank has a form of its own. */
const isKept = ({ part, method }: { part: string; method: string | null }): boolean =>
  ['clients', 'suppliers', 'deposits', 'vat_waiting', 'vat_purchases_waiting'].includes(part) ||
  (part === 'money' && ['bank', 'cash'].includes(method ?? 'bank'))

/** The choice of the last time: its rate, or none; null for an account that was not used. */
const rateOf = (used: { vat_rate: string | null } | undefined): string | null =>
  used === undefined
    ? null
    : used.vat_rate === null || Number(used.vat_rate) === 0
      ? noTax
      : shortDecimalText(used.vat_rate)

/** The accounts of the cash book: those that were used last come first, the others by number. */
export const cashAccountsQuery = queryOptions({
  queryKey: [...cashBookKey, 'accounts'],
  queryFn: async ({ signal }): Promise<CashAccount[]> => {
    const accounts = db.from('ledger_accounts').select('id, code, name, kind').eq('archived', false)
    const ofCosts = db.from('cost_accounts').select('id, code, name, kind, written_down_on').eq('archived', false)
    const used = db.from('bank_bookings').select('account_id, cost_account_id, vat_rate::text').eq('method', 'cash')
    const [books, costs, rules, last] = await Promise.all([
      accounts.limit(1000).abortSignal(signal).throwOnError(),
      ofCosts.limit(1000).abortSignal(signal).throwOnError(),
      db.from('account_rules').select('part, method, account_id').limit(1000).abortSignal(signal).throwOnError(),
      used
        .is('reverses_id', null)
        .order('created_at', { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError(),
    ])
    const kept = new Set([
      ...rules.data.filter(isKept).map(({ account_id }) => account_id),
      ...assetAccountsOf(costs.data),
    ])
    const sales = new Set(rules.data.filter(({ part }) => part === 'sales').map(({ account_id }) => account_id))
    const listed = [
      ...books.data.map((each) => ({ ...each, from: sourceOf(each.id, each.kind, sales) })),
      ...costs.data.map((each) => ({ ...each, from: 'costs' })),
    ].filter(({ id }) => !kept.has(id))
    const place = (id: string) => {
      const at = last.data.findIndex(({ account_id, cost_account_id }) => (account_id ?? cost_account_id) === id)
      return at === -1 ? last.data.length : at
    }
    return listed
      .map(({ id, code, name, from }) => ({
        place: place(id),
        value: `${from} ${id}`,
        label: `${code} ${name}`,
        rate: rateOf(last.data[place(id)]),
      }))
      .sort((one, other) => one.place - other.place || one.label.localeCompare(other.label))
  },
})
