import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { quotationsKey } from './quotations.query'

/**
 * The lines of a quotation that the calculator priced: the price on the line, the price when the calculation was saved, and
 * the price with the costs of today (null where a step is not offered any more). Decimal text.
 */
export const calculatedLinesQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', quotationId, 'calculated'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('calculated_lines_of', { p_quotation: quotationId })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** Writes the new prices into these lines of a draft; how many changed. */
export async function takeNewPrices(quotationId: string, items: string[]): Promise<number> {
  const { data } = await db.rpc('take_new_prices', { p_quotation: quotationId, p_items: items }).throwOnError()
  return data
}
