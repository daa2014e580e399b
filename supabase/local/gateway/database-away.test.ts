import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inWords } from '../engine/database-away.ts'
import type { Engine } from '../contracts.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** A database that can go away, like a PostgreSQL that restarts. */
async function openFleetingDatabase() {
  const engine = await openTestDatabase()
  const state = { isAway: false }
  const orAway = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!state.isAway) return work()
    const refusal = new Error('connect ECONNREFUSED 10.1.2.3:5432')
    throw inWords(Object.assign(refusal, { code: 'ECONNREFUSED', address: '10.1.2.3', port: 5432 }))
  }
  const fleeting: Engine = {
    ...engine,
    query: (sql, parameters) => orAway(() => engine.query(sql, parameters)),
    exec: (sql) => orAway(() => engine.exec(sql)),
    transaction: (work) => orAway(() => engine.transaction(work)),
    asCaller: (caller, work, settings) => orAway(() => engine.asCaller(caller, work, settings)),
    asCallerOnce: (caller, statement) => orAway(() => engine.asCallerOnce(caller, statement)),
  }
  return { fleeting, state }
}

let server: TestServer
let state: { isAway: boolean }
let token: string
beforeAll(async () => {
  const database = await openFleetingDatabase()
  state = database.state
  server = await startTestServer({ engine: database.fleeting })
  const person = { email: 'away@example.com', password: 'a-good-password' }
  const owner = createClient(server.url, server.keys.secretKey)
  await owner.auth.admin.createUser({ ...person, email_confirm: true })
  const { data } = await createClient(server.url, server.keys.publishableKey).auth.signInWithPassword(person)
  token = data.session?.access_token ?? ''
})
afterAll(async () => {
  state.isAway = false
  await server.close()
})

test.each([
  ['GET', '/rest/v1/website_metadata_settings?select=setting_key'],
  ['POST', '/rest/v1/rpc/has_permission', '{"permission_name":"x"}'],
  ['POST', '/auth/v1/token?grant_type=password', '{"email":"away@example.com","password":"a-good-password"}'],
  ['POST', '/auth/v1/token?grant_type=refresh_token', '{"refresh_token":"abcdefabcdef"}'],
  ['POST', '/auth/v1/signup', '{"email":"new@example.com","password":"a-good-password"}'],
  ['POST', '/auth/v1/recover', '{"email":"away@example.com"}'],
  ['POST', '/auth/v1/logout', undefined, 'signed in'],
  ['GET', '/auth/v1/user', undefined, 'signed in'],
  ['GET', '/rest/v1/user_roles?select=role', undefined, 'signed in'],
  ['GET', '/storage/v1/object/authenticated/task-images/a/b.png', undefined, 'signed in'],
  ['GET', '/storage/v1/object/public/avatars/a/b.png'],
])('C6: without its database %s %s is answered with 503, in words and without an address', async (...asked) => {
  const [method, path, body, who] = asked
  const ask = () =>
    fetch(server.url + path, {
      method,
      headers: {
        apikey: server.keys.publishableKey,
        'content-type': 'application/json',
        ...(who ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body } : {}),
    })
  state.isAway = true
  const answer = await ask()
  const said = await answer.text()
  state.isAway = false
  expect([answer.status, said]).toEqual([503, expect.stringContaining('The database cannot be reached.')])
  expect(said).not.toMatch(/10\.1\.2\.3|5432|ECONN|stack/)
  expect(
    (
      await fetch(`${server.url}/rest/v1/website_metadata_settings`, {
        headers: { apikey: server.keys.publishableKey },
      })
    ).status,
  ).toBe(200)
})
