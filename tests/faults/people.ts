import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../src/shared/db/database.types.ts'
import { quickHash } from '../../supabase/local/testing/quick-hash.ts'
import type { Role } from '../../src/shared/domain/people/role.ts'

export type Served = { url: string; keys: { publishableKey: string; secretKey: string } }

export type Person = { id: string; email: string; password: string }

const stateless = { auth: { persistSession: false, autoRefreshToken: false } }

/** The service key, to prepare rows that no person may write. */
export const admin = (server: Served): SupabaseClient<Database> =>
  createClient<Database>(server.url, server.keys.secretKey, stateless)

/** Somebody new with a role and a confirmed address. */
export async function newPerson(server: Served, role: Role): Promise<Person> {
  const person = { email: `${randomUUID()}@people.example`, password: 'signwright' }
  const { data, error } = await admin(server).auth.admin.createUser({
    email: person.email,
    password_hash: quickHash(person.password),
    email_confirm: true,
  })
  if (error) throw error
  await admin(server).from('user_roles').insert({ user_id: data.user.id, role }).throwOnError()
  return { id: data.user.id, ...person }
}

/** A client of that person's own, as in another browser. */
export async function browserOf(server: Served, person: Person): Promise<SupabaseClient<Database>> {
  const client = createClient<Database>(server.url, server.keys.publishableKey, stateless)
  const { error } = await client.auth.signInWithPassword(person)
  if (error) throw error
  return client
}
