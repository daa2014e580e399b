import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFloodLimiter } from '../rest-auth/auth/limiter.ts'
import { repeatedly } from '../schedule/repeatedly.ts'
import type { OneServer, Servers } from './testing.ts'

const soon = { timeout: 20_000, interval: 20 }

const base64 = (text: string) => Buffer.from(text).toString('base64')

const joined = (channel: RealtimeChannel) =>
  new Promise<RealtimeChannel>((resolve, reject) => {
    channel.subscribe((state, error) => {
      if (state === 'SUBSCRIBED') resolve(channel)
      else if (state !== 'CLOSED') reject(error ?? new Error(state))
    })
  })

// PGlite is one process: there is nothing to share.
describe.runIf(process.env['TEST_DATABASE_URL'])('two servers on one database', () => {
  let all: Servers
  let one: OneServer
  let other: OneServer
  let anna: SupabaseClient
  let ben: SupabaseClient
  let task: string

  beforeAll(async () => {
    // The whole backend, which is not loaded where there is nothing to test.
    all = await (await import('./testing.ts')).startServers()
    ;({ one, other } = all)
    anna = await all.client(one, 'victor@example.com')
    ben = await all.client(other, 'maria@example.com')
    const { data: colleague } = await ben.auth.getUser()
    const assignees = [colleague.user?.id ?? '']
    const { data } = await anna.from('tasks').insert({ title: 'Van', assignees }).select('id').single().throwOnError()
    task = data.id
  })
  afterAll(() => all?.close())

  const topicOf = (client: SupabaseClient, presence = '') =>
    client.channel(`task:${task}`, {
      config: { private: true, ...(presence ? { presence: { key: presence, enabled: true } } : {}) },
    })
  const headers = () => ({
    apikey: all.keys.secretKey,
    authorization: `Bearer ${all.keys.secretKey}`,
    'content-type': 'application/json',
  })

  test('a change that is written at one is pushed at the other, and what is sent at one is heard at the other', async () => {
    const heard: unknown[] = []
    const rows: unknown[] = []
    await one.engine.exec('alter publication supabase_realtime add table public.tasks')
    const channel = topicOf(ben)
      .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'tasks', filter: `id=eq.${task}` }, (row) =>
        rows.push(row.new['title']),
      )
      .on('system', {}, ({ extension, status }) => extension === 'postgres_changes' && rows.push(status))
      .on('broadcast', { event: 'typing' }, ({ payload }) => heard.push(payload.text.length))
      .on('broadcast', { event: '*' }, ({ event }) => event === 'typing' || heard.push(event))
    await joined(channel)
    await vi.waitFor(() => expect(rows).toEqual(['ok']), soon)
    await anna.from('tasks').update({ title: 'Van, both sides' }).eq('id', task).throwOnError()
    await vi.waitFor(() => expect([heard.length, rows]).toEqual([1, ['ok', 'Van, both sides']]), soon)

    // Whoever may notify at the database, such as a reporting role, speaks in no topic.
    const forged = { topic: `task:${task}`, isPrivate: true, event: 'typing', encoding: 'json', text: '{"text":"x"}' }
    const note = `${'A'.repeat(22)}${JSON.stringify([1, 5, 'broadcast', forged])}`
    await one.engine.query(`select pg_notify('signwright_servers', $1)`, [note])
    // The second is longer than a notification can be.
    for (const length of [10, 20_000, 30]) {
      const message = { topic: `task:${task}`, event: 'typing', payload: { text: 'x'.repeat(length) }, private: true }
      const body = JSON.stringify({ messages: [message] })
      const { status } = await fetch(`${one.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: headers(),
        body,
      })
      expect(status).toBe(202)
    }
    await vi.waitFor(() => expect(heard.slice(1)).toEqual([10, 20_000, 30]), soon)
    await ben.removeAllChannels()
  })

  test('presence is one room: who comes, who changes, who leaves, and who was there before a server came', async () => {
    const here = await joined(topicOf(anna, 'anna'))
    const there = await joined(topicOf(ben, 'ben'))
    await here.track({ typing: false })
    await there.track({ typing: false })
    const seen = (channel: RealtimeChannel) =>
      Object.fromEntries(
        Object.entries(channel.presenceState()).map(([key, metas]) => [
          key,
          metas.map((meta) => 'typing' in meta && meta['typing']),
        ]),
      )
    const both = { anna: [false], ben: [false] }
    await vi.waitFor(() => expect([seen(here), seen(there)]).toEqual([both, both]), soon)
    await here.track({ typing: true })
    await vi.waitFor(() => expect(seen(there)).toEqual({ anna: [true], ben: [false] }), soon)

    const third = await all.start()
    const carl = await all.client(third, 'maria@example.com')
    const late = await joined(topicOf(carl, 'carl'))
    await late.track({ typing: false })
    await vi.waitFor(() => expect(seen(late)).toEqual({ anna: [true], ben: [false], carl: [false] }), soon)
    await vi.waitFor(() => expect(seen(here)).toMatchObject({ carl: [false] }), soon)
    await carl.realtime.disconnect()
    await vi.waitFor(
      () => expect([seen(here), seen(there)]).toEqual(Array(2).fill({ anna: [true], ben: [false] })),
      soon,
    )
    await third.close()

    // Both lines are cut, and something changes meanwhile.
    await one.engine.exec(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'signwright cluster'`,
    )
    await here.track({ typing: false })
    await vi.waitFor(() => expect([seen(here), seen(there)]).toEqual([both, both]), soon)
    all.problems.splice(0)
    await there.untrack()
    await vi.waitFor(() => expect(seen(here)).toEqual({ anna: [false] }), soon)
    await Promise.all([anna.removeAllChannels(), ben.removeAllChannels()])
  })

  test('a limit counts once: guesses of links at either server, and right ones between them', async () => {
    const guess = async (nth: number) => {
      const { url } = nth % 2 ? one : other
      const body = JSON.stringify({ type: 'recovery', token_hash: `guess ${nth}` })
      return (await fetch(`${url}/auth/v1/verify`, { method: 'POST', headers: headers(), body })).status
    }
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, nth) => guess(nth)))
    expect(statuses.filter((status) => status !== 429)).toHaveLength(30)
    expect(await Promise.all([guess(1), guess(2)])).toEqual([429, 429])
    const { rows } = await one.engine.query('select from cluster.limits where key ~ $1', ['127'])
    expect(rows).toEqual([])
  })

  test('requests are counted by each, and told to the others before they are too many', async () => {
    const limits = { limit: 100, windowMs: 60_000 }
    const [here, there] = [one, other].map(({ engine, cluster }) =>
      createFloodLimiter(cluster.peersFor(engine), 'floods', limits),
    )
    for (let nth = 0; nth < 60; nth += 1) expect(here?.hit('10.0.0.1')).toBeNull()
    await vi.waitFor(() => expect(there?.used('10.0.0.1')).toBe(60), soon)
    for (let nth = 0; nth < 40; nth += 1) expect(there?.hit('10.0.0.1')).toBeNull()
    expect(there?.hit('10.0.0.1')).not.toBeNull()
    await vi.waitFor(() => expect(here?.hit('10.0.0.1')).not.toBeNull(), soon)
  })

  test('who signs out or is banned at one is nobody at the other, at once', async () => {
    const reads = async (server: OneServer, token: string | undefined) => {
      const address = `${server.url}/rest/v1/tasks?select=id&limit=1`
      const answer = await fetch(address, {
        headers: { apikey: all.keys.publishableKey, authorization: `Bearer ${token}` },
      })
      return answer.status
    }
    const tokenOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session?.access_token
    const leaver = await all.client(one, 'paul@example.com')
    const token = await tokenOf(leaver)
    expect([await reads(one, token), await reads(other, token)]).toEqual([200, 200])
    await leaver.auth.signOut()
    await vi.waitFor(async () => expect([await reads(one, token), await reads(other, token)]).toEqual([401, 401]), soon)

    const banned = await all.client(other, 'elena@example.com')
    const hers = await tokenOf(banned)
    const id = (await banned.auth.getUser()).data.user?.id ?? ''
    const states: string[] = []
    banned.channel(`user:${id}`, { config: { private: true } }).subscribe((state) => states.push(state))
    await vi.waitFor(() => expect(states).toEqual(['SUBSCRIBED']), soon)
    const { admin } = all.service(one).auth
    await admin.updateUserById(id, { ban_duration: '1h' })
    await vi.waitFor(() => expect(states.length).toBeGreaterThan(1), soon)
    expect(await reads(other, hers)).toBe(403)
    await admin.updateUserById(id, { ban_duration: 'none' })
    await vi.waitFor(async () => expect(await reads(other, hers)).toBe(401), soon)
    await banned.removeAllChannels()
  })

  test('an upload goes on at the other server, while its dead line is still open at the first', async () => {
    await all.service(one).storage.createBucket('proofs')
    const piece = Buffer.alloc(300_000, 'x')
    const metadata = `bucketName ${base64('proofs')},objectName ${base64('van.bin')}`
    const tus = { ...headers(), 'tus-resumable': '1.0.0' }
    const begun = await fetch(`${one.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(piece.length), 'upload-metadata': metadata },
    })
    const path = begun.headers.get('location')
    expect([begun.status, path]).toEqual([201, expect.any(String)])
    const sending = { ...tus, 'content-type': 'application/offset+octet-stream' }
    const body = new ReadableStream({ start: (stream) => stream.enqueue(piece.subarray(0, 100_000)) })
    const dead = fetch(one.url + path, {
      ...{ method: 'PATCH', headers: { ...sending, 'upload-offset': '0' }, body },
      ...{ duplex: 'half' },
    }).catch(() => null)
    const known = async () => {
      const answer = await fetch(other.url + path, { method: 'HEAD', headers: tus })
      return Number(answer.headers.get('upload-offset'))
    }
    const parts = join(all.folder, 'storage', 'resumable')
    const arrived = async () => (await stat(join(parts, `${path?.split('/').at(-1)}.part`))).size
    await vi.waitFor(async () => expect(await arrived()).toBe(100_000), soon)
    expect(await known()).toBe(100_000)
    await dead
    const rest = await fetch(other.url + path, {
      ...{ method: 'PATCH', headers: { ...sending, 'upload-offset': '100000' }, body: piece.subarray(100_000) },
    })
    expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, '300000'])
  })

  test('two servers never keep two accounts of one address', async () => {
    const signUp = async (server: OneServer) =>
      (await all.client(server)).auth.signUp({ email: 'twice@example.com', password: 'signwright' })
    const answers = await Promise.all([signUp(one), signUp(other), signUp(one), signUp(other)])
    expect(answers.map(({ error }) => error?.message ?? 'fine')).toEqual(Array(4).fill('fine'))
    expect(other.mailbox.messages('twice@example.com')).toHaveLength(4)
  })

  test('a mail is sent once, also when both send what is due', async () => {
    await one.engine.exec(
      `select private.queue_mail('booking_confirmed', array['c' || n || '@client.example'], 'booking', gen_random_uuid(), 'c' || n,
         p_variables => '{"recipient": "Ann", "service": "Survey", "starts_at": "2026-12-03T09:00:00Z"}')
         from generate_series(1, 12) as n`,
    )
    const send = async ({ url }: OneServer) => {
      const answer = await fetch(`${url}/functions/v1/send-mail`, { method: 'POST', headers: headers(), body: '{}' })
      const { sent }: { sent: number } = await answer.json()
      return sent
    }
    const sent = await Promise.all([send(one), send(other), send(one), send(other)])
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(12)
    const mails = Array.from({ length: 12 }, (_, nth) => one.mailbox.messages(`c${nth + 1}@client.example`).length)
    expect(mails).toEqual(Array(12).fill(1))
  })

  test('one of them works by the clock, and another as soon as that one is gone', async () => {
    const runs: string[] = []
    const watch = (name: string, server: OneServer) =>
      server.cluster.whileLeading(() =>
        repeatedly(
          async () => void runs.push(name),
          1 / 600,
          () => {},
        ),
      )
    const schedules = [watch('one', one), watch('other', other)]
    await vi.waitFor(() => expect(runs.length).toBeGreaterThan(3), soon)
    expect(new Set(runs).size).toBe(1)
    const [leader] = runs
    await (leader === 'one' ? one : other).cluster.close()
    await vi.waitFor(() => expect(runs.at(-1)).not.toBe(leader), soon)
    for (const schedule of schedules) await schedule.stop()
    expect(all.problems).toEqual([])
  })
})
