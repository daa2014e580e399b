import { randomUUID } from 'node:crypto'
import type { Role } from '../../src/shared/domain/people/role.ts'
import type { Caller, Engine } from '../../supabase/local/contracts.ts'

/** A new account with that role, or none, and the caller of its requests. */
export async function addPerson(engine: Engine, role: Role | null): Promise<Caller & { userId: string }> {
  const userId = randomUUID()
  const email = `${userId}@people.example`
  await engine.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at)
     values ($1, 'authenticated', 'authenticated', $2, now())`,
    [userId, email],
  )
  if (role) await engine.query('insert into public.user_roles (user_id, role) values ($1, $2)', [userId, role])
  return { role: 'authenticated', userId, claims: { sub: userId, role: 'authenticated', email } }
}
