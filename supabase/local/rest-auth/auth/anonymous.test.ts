import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ anonymousSignIns: true })
})
afterAll(() => server.close())

const visitor = () =>
  createClient(server.url, server.keys.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })

test('where the setting allows it, somebody without an address has a session, and may do no more than a newcomer', async () => {
  const client = visitor()
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { name: 'Guest' } } })
  expect([error, data.user?.is_anonymous, data.user?.user_metadata['name']]).toEqual([null, true, 'Guest'])
  const claims = (await client.auth.getClaims()).data?.claims
  expect(claims).toMatchObject({ is_anonymous: true, role: 'authenticated', amr: [{ method: 'anonymous' }] })
  expect((await client.from('tasks').select()).data).toEqual([])
  expect((await client.auth.refreshSession()).data.user?.is_anonymous).toBe(true)
  expect((await client.auth.getUser()).data.user).toMatchObject({ id: data.user?.id, is_anonymous: true })
})
