import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { calculationsKey } from './prices.query'

/** The free offcuts of a sheet, the smallest first. For people who see stock. */
export const offcutsQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...calculationsKey, 'offcuts', itemId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('stock_offcuts')
        .select('id, width_mm::text, length_mm::text, bin')
        .eq('item_id', itemId)
        .eq('status', 'free')
        .order('area_m2')
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
