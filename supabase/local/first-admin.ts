import type { Queryable } from './contracts.ts'

/** Whether the company has an admin, a named address for one, or neither. */
export type FirstAdmin =
  | { kind: 'there'; named: 'nobody' | 'the admin' | 'somebody else' }
  | { kind: 'named'; email: string }
  | { kind: 'nobody' }

/**
 * Makes the holder of a mailbox the first admin of a company without one (`private.name_first_admin`), and returns the
 * state. Without an address it only reads.
 */
export async function nameFirstAdmin(engine: Queryable, email: string | undefined): Promise<FirstAdmin> {
  if (email !== undefined) await engine.query('select private.name_first_admin($1)', [email])
  const { rows } = await engine.query<{ governed: boolean; is_admin: boolean; named: string | null }>(
    `select exists (select from public.user_roles where role = 'admin') as governed,
       exists (select from public.user_roles ur join auth.users u on u.id = ur.user_id
                where ur.role = 'admin' and lower(u.email) = lower(btrim($1))) as is_admin,
       (select email from private.first_admin) as named`,
    [email ?? ''],
  )
  const [found] = rows
  if (found?.governed)
    return { kind: 'there', named: email === undefined ? 'nobody' : found.is_admin ? 'the admin' : 'somebody else' }
  return found?.named ? { kind: 'named', email: found.named } : { kind: 'nobody' }
}
