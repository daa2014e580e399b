import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Choice } from '@/kit/fields/choice-fields'
import { db } from '@/shared/db/client'
import { suppliersKey } from './suppliers.query'

export const costAccountsKey = [...suppliersKey, 'cost-accounts'] as const

const costAccountsQuery = queryOptions({
  queryKey: [...costAccountsKey, 'choices'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('cost_accounts')
      .select('id, code, name, kind, archived')
      .order('code')
      .limit(1000)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** The accounts that take lines, and `current` also when it is archived. */
export function useCostAccounts(current: string | null): Choice[] {
  const { data = [] } = useQuery(costAccountsQuery)
  return data
    .filter(({ id, archived }) => !archived || id === current)
    .map(({ id, code, name, kind, archived }) => ({
      value: id,
      label: `${code} ${name}${kind === 'asset' ? ' (fixed asset)' : ''}${archived ? ' (archived)' : ''}`,
    }))
}
