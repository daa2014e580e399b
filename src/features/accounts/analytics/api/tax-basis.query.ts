import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { NotSaved } from '@/kit/save/not-saved'
import { analyticsKey } from './analytics.query'

/**
 * The invoices whose tax arises with their money, and the bills whose tax is deducted with their payment, by the first and the last day on which they count; without a
 * first day none.
 */
export type TaxBasis = {
  cash_basis_from: string | null
  cash_basis_to: string | null
  cash_basis_purchases_from: string | null
  cash_basis_purchases_to: string | null
}

/** Null for whoever does not see the books. */
export const taxBasisQuery = queryOptions({
  queryKey: [...analyticsKey, 'tax-basis'],
  queryFn: async ({ signal }): Promise<TaxBasis | null> => {
    const { data } = await db
      .from('hand_over_settings')
      .select('cash_basis_from, cash_basis_to, cash_basis_purchases_from, cash_basis_purchases_to')
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError()
    return data
  },
})

/** Says which invoices are taxed, and which bills deducted, with their money. @throws NotSaved when the person may not change it */
export async function saveTaxBasis(basis: TaxBasis): Promise<void> {
  const { data } = await db.from('hand_over_settings').update(basis).eq('id', 1).select('id').throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change when your tax counts.')
}
