import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

export type Seller = { id: string; name: string }

/** Colleagues who can own a quotation, by name. */
export const sellersQuery = queryOptions({
  queryKey: ['sellers'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }): Promise<Seller[]> => {
    const { data } = await db
      .from('contacts')
      .select('user_id, name, last_name, roles')
      .overlaps('roles', ['admin', 'sales', 'account_manager'])
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return data.flatMap(({ user_id, name, last_name }) =>
      user_id ? [{ id: user_id, name: [name, last_name].filter(Boolean).join(' ') }] : [],
    )
  },
})
