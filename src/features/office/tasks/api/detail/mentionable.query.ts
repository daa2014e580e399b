import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { type Mentionable, mentionableRoles } from '@/shared/domain/text/mention'
import { roleSchema } from '@/shared/domain/people/role-schema'
import { tasksKey } from '../tasks.query'

const contactsSchema = z.array(
  z.object({
    user_id: z.string(),
    name: z.string().nullable(),
    last_name: z.string().nullable(),
    roles: z.array(roleSchema).nonempty(),
  }),
)

/** The people that a mention can mean: with an account, a name and one of the four roles, by name (spec 2 §5, §7). */
export async function readMentionable(signal?: AbortSignal): Promise<Mentionable[]> {
  const contacts = db
    .from('contacts')
    .select('user_id, name, last_name, roles')
    .overlaps('roles', [...mentionableRoles])
    .not('user_id', 'is', null)
    .order('name')
  const { data } = await (signal ? contacts.abortSignal(signal) : contacts).throwOnError()
  return contactsSchema.parse(data).flatMap(({ user_id, name, last_name, roles }) => {
    const fullName = [name, last_name].filter(Boolean).join(' ').trim()
    const role = mentionableRoles.find((wanted) => roles.includes(wanted))
    return fullName === '' || !role ? [] : [{ userId: user_id, name: fullName, role }]
  })
}

export const mentionableQuery = queryOptions({
  queryKey: [...tasksKey, 'mentionable'],
  queryFn: ({ signal }) => readMentionable(signal),
})
