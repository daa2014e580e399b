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
      .select('id, code, name, archived')
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
    .map(({ id, code, name, archived }) => ({ value: id, label: `${code} ${name}${archived ? ' (archived)' : ''}` }))
}

/** The account of a supplier's newest line; null without one. */
export const usualAccountQuery = (supplierId: string) =>
  queryOptions({
    queryKey: [...costAccountsKey, 'usual', supplierId],
    enabled: supplierId !== '',
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data } = await db
        .from('supplier_invoice_items')
        .select('account:cost_accounts!inner(id), bill:supplier_invoices!inner(supplier_id)')
        .eq('bill.supplier_id', supplierId)
        .eq('account.archived', false)
        .order('created_at', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .throwOnError()
      return data[0]?.account.id ?? null
    },
  })
