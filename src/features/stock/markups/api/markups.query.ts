import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { markupKey } from '../markup'

/** The markups by the cost that they begin with. */
export const markupsQuery = queryOptions({
  queryKey: [...markupKey, 'bands'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('markup_bands')
      .select('name, from_cost, to_cost, markup_pct')
      .order('from_cost')
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
