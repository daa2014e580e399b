import { queryOptions, useQuery } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { assetAccountsOf } from '../../shared/asset-accounts'
import { accountsKey } from '../../shared/keys'

export const journalKey = [...accountsKey, 'journal'] as const

/** Every account, of the books and of costs, with its number and name. */
export const accountNamesQuery = queryOptions({
  queryKey: [...journalKey, 'accounts'],
  queryFn: async ({ signal }) => {
    const read = (table: 'ledger_accounts' | 'cost_accounts') =>
      db.from(table).select('id, code, name').order('code').limit(1000).abortSignal(signal).throwOnError()
    const both = await Promise.all([read('ledger_accounts'), read('cost_accounts')])
    return both
      .flatMap(({ data }) => data)
      .map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))
      .sort((one, other) => one.label.localeCompare(other.label))
  },
})

/** Every account, of the books and of costs, for a filter. */
export const useAccountChoices = () => useQuery(accountNamesQuery).data ?? []

/** Parts of papers that somebody still has to settle: their accounts are moved by papers and payments only. */
const partsOfPapers = ['clients', 'suppliers', 'deposits', 'vat_waiting', 'vat_purchases_waiting']

/** The accounts, of the books and of costs, that an entry by hand may move. Fixed assets are moved by bills and their register. */
export const bookableAccountsQuery = queryOptions({
  queryKey: [...journalKey, 'bookable accounts'],
  queryFn: async ({ signal }) => {
    const accounts = db.from('ledger_accounts').select('id, code, name').eq('archived', false)
    const ofCosts = db.from('cost_accounts').select('id, code, name, kind, written_down_on').eq('archived', false)
    const [books, costs, rules] = await Promise.all([
      accounts.order('code').limit(1000).abortSignal(signal).throwOnError(),
      ofCosts.order('code').limit(1000).abortSignal(signal).throwOnError(),
      db.from('account_rules').select('account_id').in('part', partsOfPapers).abortSignal(signal).throwOnError(),
    ])
    const kept = new Set([...rules.data.map(({ account_id }) => account_id), ...assetAccountsOf(costs.data)])
    return [...books.data, ...costs.data]
      .filter(({ id }) => !kept.has(id))
      .map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))
      .sort((one, other) => one.label.localeCompare(other.label))
  },
})
