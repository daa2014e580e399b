import { queryOptions } from '@tanstack/react-query'
import { db } from '../client'
import { isStaffRole, roles } from '@/shared/domain/people/role'

/** A colleague who can be given work. `value` is the id of the account. */
export type Colleague = { value: string; label: string }

/** Colleagues by name. */
export const staffQuery = queryOptions({
  queryKey: ['staff names'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }): Promise<Colleague[]> => {
    const { data } = await db
      .from('contacts')
      .select('user_id, name, last_name')
      .overlaps('roles', roles.filter(isStaffRole))
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return data.flatMap(({ user_id, name, last_name }) => {
      const label = [name, last_name].filter(Boolean).join(' ').trim()
      return user_id && label ? [{ value: user_id, label }] : []
    })
  },
})
