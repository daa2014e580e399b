import { createClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { recommended, startTestProxy } from '../testing/test-proxy.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { clientAddress } from './client-address.ts'

const from = (trusted: number, forwarded?: string | string[], remoteAddress = '10.0.0.2') =>
  clientAddress(
    { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded as string }, socket: { remoteAddress } },
    trusted,
  )

test('the header stays unread unless a setting trusts a proxy', () => {
  expect(from(0, '203.0.113.9')).toBe('10.0.0.2')
  expect(from(0, undefined, '::ffff:192.168.1.7')).toBe('192.168.1.7')
})

test.each([
  [1, '203.0.113.9', '203.0.113.9'],
  [1, '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  [2, '1.1.1.1, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  [2, '203.0.113.9', '203.0.113.9'],
  [1, '[2001:db8::7]:4711', '2001:db8::7'],
  [1, '203.0.113.9:4711', '203.0.113.9'],
  [1, '::ffff:203.0.113.9', '203.0.113.9'],
  [1, '203.0.113.9, not an address', '10.0.0.2'],
  [1, '', '10.0.0.2'],
  [1, undefined, '10.0.0.2'],
])('behind %i proxies that say “%s” the visitor is %s', (trusted, forwarded, address) =>
  expect(from(trusted, forwarded)).toBe(address),
)

test('what a visitor writes before the proxies’ entries counts for nothing', () => {
  const seen = new Set(Array.from({ length: 50 }, (_, at) => from(1, `198.51.100.${at}, 203.0.113.9`)))
  expect([...seen]).toEqual(['203.0.113.9'])
})

describe('behind the recommended proxy', () => {
  let server: TestServer
  let proxy: { url: string; close: () => Promise<void> }
  beforeAll(async () => {
    server = await startTestServer({ seed: 'demo', trustedProxies: 2 })
    proxy = await startTestProxy(server.url, recommended)
    await server.engine.exec(`create function public.where_from() returns text language sql stable
      as $$ select host(private.client_address()) $$;
      create table public.signed_from (id int primary key, address text default host(private.client_address()));
      grant all on public.signed_from to anon; grant execute on function private.client_address to anon; notify pgrst, 'reload schema'`)
  })
  afterAll(async () => {
    await proxy.close()
    await server.close()
  })
  const opened: { stop: () => Promise<void> }[] = []
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.stop()
  })

  /** Asks through an outer proxy that has seen `address`, and ours. */
  const ask = (address: string, path: string, body: unknown, base = proxy.url, key = server.keys.publishableKey) =>
    fetch(base + path, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    })
  const signIn = async (address: string, email: string, password: string) =>
    (await ask(address, '/auth/v1/token?grant_type=password', { email, password })).status
  const times = (count: number, work: (at: number) => Promise<number>) =>
    Promise.all(Array.from({ length: count }, (_, at) => work(at)))

  test('T22: wrong sign-ins from one place lock nobody out elsewhere', async () => {
    const wrong = await times(31, () => signIn('203.0.113.1', 'maria@example.com', 'wrong'))
    expect(wrong.filter((status) => status === 429)).toHaveLength(1)
    expect(await signIn('203.0.113.1', 'maria@example.com', 'signwright')).toBe(429)
    expect(await signIn('203.0.113.2', 'maria@example.com', 'signwright')).toBe(200)
  })

  test('D3: wrong links of one visitor leave another visitor’s link alone', async () => {
    const verify = async (address: string) =>
      (await ask(address, '/auth/v1/verify', { type: 'recovery', token_hash: 'wrong' })).status
    await times(31, () => verify('203.0.113.3'))
    expect([await verify('203.0.113.3'), await verify('203.0.113.4')]).toEqual([429, 403])
  })

  test('T6: each visitor has public documents for themselves', async () => {
    const open = async (address: string) => (await ask(address, '/rest/v1/rpc/get_public_guess', {})).status
    await times(31, () => open('203.0.113.5'))
    expect([await open('203.0.113.5'), await open('203.0.113.6')]).toEqual([429, 404])
  })

  test('T6: a live page reads its document at each change; only links that open nothing are counted', async () => {
    const { rows } = await server.engine.query<{ public_uuid: string }>(
      `select q.public_uuid from public.quotations q join public.jobs j on j.quotation_id = q.id
         join public.mockups m on m.job_id = j.id where m.status = 'sent' limit 1`,
    )
    const read = async (p_uuid: string | undefined) =>
      (await ask('203.0.113.15', '/rest/v1/rpc/get_public_mockups', { p_uuid })).status
    for (let at = 0; at < 40; at += 1) expect(await read(rows[0]?.public_uuid)).toBe(200)
    const guesses = await times(31, () => read(crypto.randomUUID()))
    expect(guesses.filter((status) => status === 429)).toHaveLength(1)
  })

  test('the database knows the address, in a function and in a row that is written', async () => {
    const visitor = (address: string) =>
      createClient(proxy.url, server.keys.publishableKey, {
        auth: { persistSession: false },
        global: { headers: { 'x-forwarded-for': address, 'cf-connecting-ip': '6.6.6.6', 'x-real-ip': '6.6.6.6' } },
      })
    expect(await visitor('203.0.113.7').rpc('where_from').throwOnError()).toMatchObject({ data: '203.0.113.7' })
    await visitor('203.0.113.8').from('signed_from').insert({ id: 1 }).throwOnError()
    const { rows } = await server.engine.query('select address from public.signed_from')
    expect(rows).toEqual([{ address: '203.0.113.8' }])
  })

  test('with no trusted proxy a made-up header opens no new window', async () => {
    const bare = await startTestServer({ engine: server.engine, seed: 'demo' })
    opened.push(bare)
    const key = bare.keys.publishableKey
    const statuses = await times(
      31,
      async (at) => (await ask(`203.0.113.${at}`, '/rest/v1/rpc/get_public_guess', {}, bare.url, key)).status,
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const where = await ask('203.0.113.9', '/rest/v1/rpc/where_from', {}, bare.url, key)
    expect(await where.json()).toBe('127.0.0.1')
  })
})
