import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { isStaffRole, roles, type Role } from '@/shared/domain/people/role'
import { fields, listOf, oneOf, text } from '@/shared/domain/records/mini-schema'

/** Somebody a task can be given to. */
export type Colleague = { userId: string; name: string; role: Role; avatarUrl: string | null }

const rolesSchema = listOf(fields({ user_id: text, role: oneOf(roles) }))

/**
 * Staff with a name, by name: their roles joined with their contacts (spec 2 §5, §7), both asked for at once. Clients are
 * not asked for; newcomers who wait for approval see no tasks yet, so they are not offered.
 */
export const staffQuery = queryOptions({
  queryKey: ['tasks', 'staff'],
  queryFn: async ({ signal }): Promise<Colleague[]> => {
    const [given, contacts] = await Promise.all([
      db.from('user_roles').select('user_id, role').neq('role', 'client').abortSignal(signal).throwOnError(),
      db
        .from('contacts')
        .select('user_id, name, last_name, logo_url')
        .overlaps('roles', roles.filter(isStaffRole))
        .abortSignal(signal)
        .throwOnError(),
    ])
    const roleOf = new Map(rolesSchema.parse(given.data).map(({ user_id, role }) => [user_id, role]))
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
