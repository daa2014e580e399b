import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, newPerson, type Person } from '../faults/people.ts'
import { startTestServer, type TestServer } from '../../supabase/local/testing/test-server.ts'
import { scheduleOrphanSweep } from '../../supabase/local/storage/orphan-sweep.ts'

let server: TestServer
let sara: Person
let client: SupabaseClient

beforeAll(async () => {
  server = await startTestServer()
  sara = await newPerson(server, 'sales')
  client = createClient(server.url, server.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  await client.auth.signInWithPassword(sara)
})
afterAll(() => server.close())

const files = () => client.storage.from('task-images')
let count = 0
async function uploaded(name: string): Promise<string> {
  const path = `${Date.now()}${(count += 1)}-${name}`
  const { error } = await files().upload(path, new Blob([name], { type: 'application/pdf' }))
  if (error) throw error
  return path
}
const age = (path: string, interval: string) =>
  server.engine.query('update storage.objects set created_at = now() - $2::text::interval where name = $1', [
    path,
    interval,
  ])
const left = async () => {
  const { rows } = await server.engine.query<{ name: string }>('select name from storage.objects order by created_at')
  return rows.map(({ name }) => name)
}

test('an hourly job removes the files of abandoned drafts with their bytes, and no others', async () => {
  const [kept, commented, young, forgotten] = [
    await uploaded('kept.pdf'),
    await uploaded('commented.pdf'),
    await uploaded('young.pdf'),
    await uploaded('forgotten.pdf'),
  ]
  const { data: task } = await client
    .from('tasks')
    .insert({ title: 'Van wrap', images: [kept] })
    .select('id')
    .single()
    .throwOnError()
  await client
    .from('task_comments')
    .insert({ task_id: task.id, attachments: [commented] })
    .throwOnError()
  for (const path of [kept, commented, forgotten]) await age(path, '8 days')
  await age(young, '6 days')
  const link = (await files().createSignedUrl(forgotten, 3600)).data?.signedUrl ?? ''
  expect((await fetch(link)).status).toBe(200)

  const failures: unknown[] = []
  await scheduleOrphanSweep(server.url, server.keys, (failure) => failures.push(failure)).stop()
  expect([failures, await left()]).toEqual([[], [kept, commented, young]])
  expect((await fetch(link)).status).toBe(404)
  for (const path of [kept, commented, young]) {
    const { data } = await files().download(path)
    expect(await data?.text()).toMatch(/pdf$/)
  }
})

test('the picture of a line that was never saved goes with its bytes, from its own bucket', async () => {
  const path = '00000000-0000-4000-8000-00000000a000/00000000-0000-4000-8000-00000000b001.png'
  const { error } = await client.storage
    .from('line-pictures')
    .upload(
      path,
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
      {
        contentType: 'image/png',
      },
    )
  expect(error).toBeNull()
  await age(path, '8 days')
  const failures: unknown[] = []
  await scheduleOrphanSweep(server.url, server.keys, (failure) => failures.push(failure)).stop()
  expect(failures).toEqual([])
  expect(await left()).not.toContain(path)
  expect((await admin(server).storage.from('line-pictures').download(path)).data).toBeNull()
})

test('what cannot be swept is reported, in the words of whoever refused', async () => {
  const failures: unknown[] = []
  const wrongKey = { ...server.keys, secretKey: server.keys.publishableKey }
  await scheduleOrphanSweep(server.url, wrongKey, (failure) => failures.push(failure)).stop()
  expect(failures.map(String)).toEqual([expect.stringContaining('permission denied')])
})

test('the function for a hosted database does the same for the service key, and nothing for anybody else', async () => {
  const path = await uploaded('hosted.pdf')
  await age(path, '8 days')
  const { data: session } = await client.auth.getSession()
  const call = async (token: string) => {
    const answer = await fetch(`${server.url}/functions/v1/sweep-files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    return [answer.status, await answer.json()]
  }
  const refused = [403, { error: 'You may not do this.', code: 'forbidden' }]
  expect(await call(session.session?.access_token ?? '')).toEqual(refused)
  expect(await left()).toContain(path)
  expect(await call(server.keys.secretKey)).toEqual([200, { removed: 1 }])
  expect(await left()).not.toContain(path)
  expect((await admin(server).rpc('take_orphaned_files')).data).toEqual([])
})
