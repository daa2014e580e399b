import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { PagePermission } from '@/shared/domain/people/permission'
import type { Role } from '@/shared/domain/people/role'

/** The root of every key of this screen. */
export const rolePermissionsKey = ['role-rights'] as const

/** The rights of one role on each page with a row. */
export const pagePermissionsQuery = (role: Role) =>
  queryOptions({
    queryKey: [...rolePermissionsKey, 'pages', role],
    queryFn: async ({ signal }): Promise<PagePermission[]> => {
      const { data } = await db
        .from('page_permissions')
        .select('page_name, can_view, can_create, can_edit, can_delete')
        .eq('role', role)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

export type NamedPermission = { id: string; name: string; description: string | null }

/** Every named permission there is, by name. */
export const namedPermissionsQuery = queryOptions({
  queryKey: [...rolePermissionsKey, 'names'],
  queryFn: async ({ signal }): Promise<NamedPermission[]> => {
    const { data } = await db
      .from('permissions')
      .select('id, name, description')
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** The ids of the named permissions that a role holds. */
export const heldPermissionsQuery = (role: Role) =>
  queryOptions({
    queryKey: [...rolePermissionsKey, 'held', role],
    queryFn: async ({ signal }): Promise<string[]> => {
      const { data } = await db
        .from('role_permissions')
        .select('permission_id')
        .eq('role', role)
        .abortSignal(signal)
        .throwOnError()
      return data.map(({ permission_id }) => permission_id)
    },
  })
