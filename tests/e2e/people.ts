import { createClient, type Session } from '@supabase/supabase-js'
import type { BrowserContext } from '@playwright/test'
import { quickHash } from '../../supabase/local/testing/quick-hash.ts'
import type { Role } from '../../src/shared/domain/people/role.ts'

const setting = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the suite runs through its global setup`)
  return value
}

const client = (key: string) =>
  createClient(setting('SIGNWRIGHT_E2E_URL'), key, { auth: { persistSession: false, autoRefreshToken: false } })

/** The whole database, past row level security: for arranging and for looking, never for acting. */
export const admin = () => client(setting('SIGNWRIGHT_E2E_SECRET_KEY'))

/** A visitor without a session. */
export const visitor = () => client(setting('SIGNWRIGHT_E2E_PUBLISHABLE_KEY'))

/** A client signed in as this person, to prepare data that only people may write. */
export async function workingAs({ email, password }: Person) {
  const db = visitor()
  const { error } = await db.auth.signInWithPassword({ email, password })
  if (error) throw error
  return db
}

export type Person = { id: string; name: string; email: string; password: string }

let count = 0

/** A fresh person with a confirmed address. Each test makes its own, so tests run side by side. */
export async function newPerson(role: Role | null, firstName = 'Test'): Promise<Person> {
  const mark = `${Date.now().toString(36)}${process.pid.toString(36)}${(count++).toString(36)}`
  const person = {
    name: `${firstName} ${mark}`,
    email: `${firstName.toLowerCase()}.${mark}@example.com`,
    password: 'signwright',
  }
  const db = admin()
  const { data, error } = await db.auth.admin.createUser({
    email: person.email,
    password_hash: quickHash(person.password),
    email_confirm: true,
  })
  if (error) throw error
  const id = data.user.id
  if (role) {
    await db.from('user_roles').insert({ user_id: id, role }).throwOnError()
    await db
      .from('contacts')
      .insert({
        user_id: id,
        name: firstName,
        last_name: mark,
        email: person.email,
        type: 'Person',
        profile: 'verified',
      })
      .throwOnError()
  }
  return { id, ...person }
}

/** Signs in through stored state: the session is in the browser's storage. */
export async function signIn(context: BrowserContext, person: Person): Promise<Session> {
  const { data, error } = await client(setting('SIGNWRIGHT_E2E_PUBLISHABLE_KEY')).auth.signInWithPassword({
    email: person.email,
    password: person.password,
  })
  if (error) throw error
  await context.addInitScript((session) => {
    if (!sessionStorage.getItem('signed-in-once')) {
      localStorage.setItem('sb-signwright-auth', session)
      sessionStorage.setItem('signed-in-once', 'yes')
    }
  }, JSON.stringify(data.session))
  return data.session
}
