import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickHash } from '../testing/quick-hash.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { createRouteTimes, routeOf } from './route-times.ts'

let server: TestServer
let dataDirectory: string
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'signwright-health-'))
  server = await startTestServer({ dataDirectory })
})
afterAll(async () => {
  await server.close()
  await rm(dataDirectory, { recursive: true })
})

const apart = { auth: { persistSession: false, autoRefreshToken: false } }

/** The access token of somebody with that role. */
async function tokenOf(role: string): Promise<string> {
  const owner = createClient(server.url, server.keys.secretKey, apart)
  const email = `${role}@health.example`
  const { data } = await owner.auth.admin.createUser({
    email,
    password_hash: quickHash('a-good-password'),
    email_confirm: true,
  })
  await owner.from('user_roles').insert({ user_id: data.user?.id, role }).throwOnError()
  const { data: signedIn } = await createClient(server.url, server.keys.publishableKey, apart).auth.signInWithPassword({
    email,
    password: 'a-good-password',
  })
  return signedIn.session?.access_token ?? ''
}
const asked = (token?: string) =>
  fetch(`${server.url}/local/health`, token ? { headers: { authorization: `Bearer ${token}` } } : {})

describe('the health of the server', () => {
  test('is for admins: not for visitors, colleagues, or programs with a key', async () => {
    const { publishableKey, secretKey } = server.keys
    const answers = [asked(), asked('nonsense'), asked(publishableKey), asked(secretKey), asked(await tokenOf('sales'))]
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })

  test('says what is running, how much, how long, and what was saved; no path, person or secret', async () => {
    const token = await tokenOf('admin')
    const health = async () => (await asked(token)).json()
    expect(await health()).toMatchObject({ last_backup: null, last_snapshot: null, mails: { waiting: 0, failed: 0 } })
    await mkdir(join(dataDirectory, 'backups', 'one'), { recursive: true })
    const told = await health()
    expect(told).toMatchObject({ sockets: 0, versions: { node: process.versions.node } })
    expect(told.database_bytes).toBeGreaterThan(1e6)
    expect(told.disk.free_bytes).toBeLessThanOrEqual(told.disk.total_bytes)
    expect(Date.now() - Date.parse(told.last_backup)).toBeLessThan(600_000)
    expect(told.routes.map(({ route }: { route: string }) => route)).toContain('POST /auth/v1/token')
    const text = JSON.stringify(told)
    for (const secret of [dataDirectory, 'health.example', token, server.keys.secretKey])
      expect(text).not.toContain(secret)
  })

  test('closes to a session that waits for its second factor', async () => {
    const token = await tokenOf('accounts')
    await server.engine.query(`update public.user_roles set role = 'admin' where role = 'accounts'`)
    expect((await asked(token)).status).toBe(200)
    await server.engine.query(`update public.sign_in_settings set second_factor_for = 'all_staff'`)
    expect((await asked(token)).status).toBe(403)
  })
})

describe('the routes', () => {
  test.each([
    ['GET', '/rest/v1/contacts', 'GET /rest/v1/contacts'],
    ['POST', '/rest/v1/rpc/my_rights', 'POST /rest/v1/rpc/my_rights'],
    ['GET', '/storage/v1/object/avatars/5a1d2c5e/Face.png', 'GET /storage/v1/object/avatars'],
    ['DELETE', '/auth/v1/factors/5a1d2c5e-1111-4111-8111-111111111111', 'DELETE /auth/v1/factors/…'],
    ['GET', '/client-quotations/5a1d2c5e-1111-4111-8111-111111111111', 'GET page'],
    ['GET', '/local/health', 'GET /local/health'],
    ['GET', '/rest/v1/Anna@example.com', 'GET /rest/v1/…'],
  ])('%s %s is %s', (method, path, route) => expect(routeOf({ method, path })).toBe(route))

  test('those that take the most time together are first, and the slowest of the last hour are kept', () => {
    let now = 0
    const times = createRouteTimes(() => now)
    const count = (path: string, ms: number, status = 200) => times.count({ method: 'GET', path, status, ms })
    for (let i = 0; i < 50; i += 1) count('/rest/v1/tasks', 10)
    count('/rest/v1/contacts', 300, 500)
    expect(times.busiest(2)).toEqual([
      { route: 'GET /rest/v1/tasks', count: 50, failed: 0, meanMs: 10, slowestMs: 10 },
      { route: 'GET /rest/v1/contacts', count: 1, failed: 1, meanMs: 300, slowestMs: 300 },
    ])
    expect(times.slowest()).toHaveLength(10)
    expect(times.slowest()[0]).toMatchObject({ route: 'GET /rest/v1/contacts', ms: 300, status: 500 })
    now = 3_600_001
    expect(times.slowest()).toEqual([])
    count('/rest/v1/jobs', 5)
    expect(times.slowest()).toMatchObject([{ route: 'GET /rest/v1/jobs', ms: 5 }])
  })

  test('D 7: names that a stranger makes up are counted as one, and leave room for what is there', () => {
    const times = createRouteTimes()
    const made = (nth: number) => `/rest/v1/${String.fromCharCode(97 + (nth % 26), 97 + Math.floor(nth / 26))}s`
    for (let nth = 0; nth < 600; nth += 1) {
      times.count({ method: 'GET', path: made(nth), status: nth % 2 === 0 ? 404 : 401, ms: 1 })
      times.count({ method: 'OPTIONS', path: made(nth), status: 204, ms: 1 })
    }
    times.count({ method: 'GET', path: '/rest/v1/tasks', status: 200, ms: 1 })
    times.count({ method: 'GET', path: '/rest/v1/tasks', status: 403, ms: 1 })
    expect(times.busiest(1000).map(({ route, count }) => [route, count])).toEqual([
      ['others', 1200],
      ['GET /rest/v1/tasks', 2],
    ])
    for (let nth = 0; nth < 600; nth += 1) times.count({ method: 'GET', path: made(nth), status: 200, ms: 1 })
    expect(times.busiest(1000).length).toBeLessThanOrEqual(301)
  })
})
