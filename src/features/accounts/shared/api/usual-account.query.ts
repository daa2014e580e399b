import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { accountsKey } from '../keys'

/** The account of a supplier's newest line; null without one. */
export const usualAccountQuery = (supplierId: string) =>
  queryOptions({
    queryKey: [...accountsKey, 'usual-account', supplierId],
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
