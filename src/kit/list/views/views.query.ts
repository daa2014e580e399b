import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

export const viewsKey = ['saved-views'] as const

/** A named combination of filters and order. `query`: that of the address, without its question mark. */
export type SavedView = {
  id: string
  name: string
  query: string
  is_default: boolean
  is_shared: boolean
  user_id: string
}

/** The views of one list that the person saved or colleagues share, by name. */
export const viewsQuery = (list: string) =>
  queryOptions({
    queryKey: [...viewsKey, list],
    queryFn: async ({ signal }): Promise<SavedView[]> => {
      const { data } = await db
        .from('saved_views')
        .select('id, name, query, is_default, is_shared, user_id')
        .eq('list', list)
        .order('name')
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
