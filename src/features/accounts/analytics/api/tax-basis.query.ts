import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { NotSaved } from '@/kit/save/not-saved'
import { analyticsKey } from './analytics.query'

/** The invoices whose tax arises with their money, by the first and the last day of their date; without a first day none. */
export type TaxBasis = { cash_basis_from: string | null; cash_basis_to: string | null }

export const taxBasisQuery = queryOptions({
  queryKey: [...analyticsKey, 'tax-basis'],
  queryFn: async ({ signal }): Promise<TaxBasis> => {
    const { data } = await db
      .from('hand_over_settings')
      .select('cash_basis_from, cash_basis_to')
      .abortSignal(signal)
      .single()
      .throwOnError()
    return data
  },
})

/** Says which invoices are taxed with their money. @throws NotSaved when the person may not change it */
export async function saveTaxBasis(basis: TaxBasis): Promise<void> {
  const { data } = await db.from('hand_over_settings').update(basis).eq('id', 1).select('id').throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change how your sales are taxed.')
}
