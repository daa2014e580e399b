import { queryOptions, useQuery } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
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
