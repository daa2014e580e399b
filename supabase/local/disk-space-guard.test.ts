import { Agent, request } from 'node:http'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskSpaceGuard, requireRoom, reserve } from './disk-space-guard.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

const freeOf = (bytes: number) => diskSpaceGuard('/data', async () => bytes)

test('a disk is full before its last 64 MiB', async () => {
  const room = freeOf(reserve + 100)
  expect([await room.isFullFor(100), await room.isFullFor(101)]).toEqual([false, true])
})

test('where the system does not tell, there is room', async () => {
  expect(await diskSpaceGuard('/nowhere/at/all').isFullFor(1)).toBe(false)
})

test('a company needs more room to begin than to go on', async () => {
  const room = freeOf(reserve + 1)
  await expect(requireRoom(room, true)).rejects.toMatchObject({ code: 'ENOSPC' })
  await expect(requireRoom(room, false)).resolves.toBeUndefined()
})

describe('while the disk is full', () => {
  let server: TestServer
  let free = reserve * 2
  const person = { email: 'anna@example.com', password: 'signwright' }

  beforeAll(async () => {
    server = await startTestServer({ room: diskSpaceGuard('/data', async () => free) })
    const admin = createClient(server.url, server.keys.secretKey)
    const { data } = await admin.auth.admin.createUser({ ...person, email_confirm: true })
    await admin.from('user_roles').insert({ user_id: data.user?.id, role: 'admin' }).throwOnError()
    free = reserve - 1
  })
  afterAll(() => server.close())

  test('writing is refused in words; signing in and reading go on; and so does everything once there is room', async () => {
    const client = createClient(server.url, server.keys.publishableKey, { auth: { persistSession: false } })
    expect((await client.auth.signInWithPassword(person)).error).toBeNull()
    expect((await client.from('permissions').select('name').limit(1)).data).toHaveLength(1)

    const write = () => client.from('permissions').insert({ name: 'fly' })
    const refused = await write()
    expect([refused.status, refused.error?.message]).toEqual([
      507,
      'The disk of the server is full: nothing can be saved until somebody makes room. Please tell your administrator.',
    ])
    const file = await client.storage.from('avatars').upload('me/a.png', new Blob(['x'], { type: 'image/png' }))
    expect(file.error?.message).toContain('The disk of the server is full')

    free = reserve * 2
    expect((await write()).status).toBe(201)
  })

  const upload = async (agent: Agent, chunked: boolean): Promise<number> => {
    const { data } = await createClient(server.url, server.keys.publishableKey, {
      auth: { persistSession: false },
    }).auth.signInWithPassword(person)
    const bytes = Buffer.alloc(3 * 1024 * 1024)
    return new Promise((resolve, reject) => {
      const sent = request(
        `${server.url}/storage/v1/object/task-images/${Date.now()}-${Math.random().toString(36).slice(2)}.bin`,
        {
          method: 'POST',
          agent,
          headers: {
            apikey: server.keys.publishableKey,
            authorization: `Bearer ${data.session?.access_token}`,
            ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes.length }),
          },
        },
        (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
      )
      sent.on('error', reject)
      sent.end(bytes)
    })
  }

  test('T32: a refused file does not stand before the next request of its connection', async () => {
    free = reserve - 1
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const statuses = [await upload(agent, false), await upload(agent, false), await upload(agent, false)]
    agent.destroy()
    expect(statuses).toEqual([507, 507, 507])
  })

  test('T32: a file that does not say how long it is, or comes with many others, ends where the room ends', async () => {
    free = reserve + 1
    const agent = new Agent()
    expect(await upload(agent, true)).toBe(507)
    free = reserve * 2
    expect(await upload(agent, true)).toBe(200)
  })
})
