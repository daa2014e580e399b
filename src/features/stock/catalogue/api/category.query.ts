import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { catalogueKey } from '../catalogue'

/** One category of stock items; null when it is not there. */
export const categoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...catalogueKey, 'category', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('item_categories')
        .select('id, name')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
