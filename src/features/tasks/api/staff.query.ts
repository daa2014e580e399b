import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { isStaffRole, roleSchema, type Role } from '@/shared/domain/role'

/** Somebody a task can be given to. */
export type Colleague = { userId: string; name: string; role: Role; avatarUrl: string | null }

const rolesSchema = z.array(z.object({ user_id: z.string(), role: roleSchema }))

/**
 * Staff with a name, by name: their roles joined with their contacts (spec 2 §5, §7). Clients are not asked for;
 * newcomers who wait for approval see no tasks yet, so they are not offered.
 */
export const staffQuery = queryOptions({
  queryKey: ['tasks', 'staff'],
  queryFn: async ({ signal }): Promise<Colleague[]> => {
    const roles = await db
      .from('user_roles')
      .select('user_id, role')
      .neq('role', 'client')
      .abortSignal(signal)
      .throwOnError()
    const roleOf = new Map(rolesSchema.parse(roles.data).map(({ user_id, role }) => [user_id, role]))
    const contacts = await db
      .from('contacts')
      .select('user_id, name, last_name, logo_url')
      .in('user_id', [...roleOf.keys()])
      .abortSignal(signal)
      .throwOnError()
    return contacts.data
      .flatMap(({ user_id, name, last_name, logo_url }) => {
        const role = user_id === null ? undefined : roleOf.get(user_id)
        const fullName = [name, last_name].filter(Boolean).join(' ').trim()
        if (user_id === null || role === undefined || !isStaffRole(role) || fullName === '') return []
        return [{ userId: user_id, name: fullName, role, avatarUrl: logo_url }]
      })
      .toSorted((a, b) => a.name.localeCompare(b.name))
  },
})
