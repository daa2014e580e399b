import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../supabase/local/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ seed: 'demo' })
})
afterAll(() => server.close())

test('everybody whom the sign-in page offers gets in, and is who the list says', async () => {
  const answer = await fetch(`${server.url}/local/demo-accounts`)
  const offered: { email: string; name: string; role: string }[] = await answer.json()

  const seen = []
  for (const { email, name } of offered) {
    const client = createClient(server.url, server.keys.publishableKey, { auth: { persistSession: false } })
    const { data, error } = await client.auth.signInWithPassword({ email, password: 'signwright' })
    const role = await client.from('user_roles').select('role').eq('user_id', data.user?.id).single()
    seen.push({ email, name, role: error?.message ?? role.data?.role })
  }

  expect(offered.length).toBeGreaterThan(7)
  expect(seen).toEqual(offered)
})

test('another password is refused', async () => {
  const client = createClient(server.url, server.keys.publishableKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signInWithPassword({ email: 'maria@example.com', password: 'Signwright' })
  expect(error?.code).toBe('invalid_credentials')
})
