import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { isStaffRole, roles } from '@/shared/domain/people/role'

/** Somebody of the staff. `sells`: may own a quotation. */
export type Colleague = { id: string; name: string; picture: string | null; sells: boolean }

const sellingRoles = ['admin', 'sales', 'account_manager']

/** The staff of the company, by name. */
export const colleaguesQuery = queryOptions({
  queryKey: ['sales', 'colleagues'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }): Promise<Colleague[]> => {
    const { data } = await db
      .from('contacts')
      .select('user_id, name, last_name, logo_url, roles')
      .overlaps('roles', roles.filter(isStaffRole))
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return data.flatMap(({ user_id, name, last_name, logo_url, roles: given }) =>
      user_id
        ? [
            {
              id: user_id,
              name: [name, last_name].filter(Boolean).join(' ') || 'A colleague',
              picture: logo_url,
              sells: (given ?? []).some((role) => sellingRoles.includes(role)),
            },
          ]
        : [],
    )
  },
})
