import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPostgres } from '../engine/postgres-engine.ts'
import { keysIn } from '../gateway/keys.ts'
import type { Engine, Keys } from '../contracts.ts'
import { placePostgres } from '../testing/test-database.ts'
import { startCluster } from './cluster-process.ts'

const stateless = { auth: { persistSession: false, autoRefreshToken: false } }
const soon = { timeout: 40_000, interval: 50 }
const writers = 4
const listeners = 8

describe.runIf(process.env['TEST_DATABASE_URL'])('a server that is killed under load', () => {
  let folder: string
  let database: Awaited<ReturnType<typeof placePostgres>>
  let engine: Engine
  let cluster: Awaited<ReturnType<typeof startCluster>>
  let keys: Keys
  const clients: SupabaseClient[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signwright-killed-'))
    database = await placePostgres(process.env['TEST_DATABASE_URL'] ?? '', 'demo')
    engine = await openPostgres(database.url)
    cluster = await startCluster(database.url, folder)
    keys = await keysIn(folder)
  })
  afterAll(async () => {
    for (const client of clients) await client.realtime.disconnect()
    await cluster?.stop()
    await engine?.close()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const client = (key: string) => {
    const made = createClient(cluster.url, key, stateless)
    clients.push(made)
    return made
  }

  test('loses no change, leaves no ghost, and its work goes on; it comes again', async () => {
    const service = client(keys.secretKey)
    const { data: signedIn } = await client(keys.publishableKey).auth.signInWithPassword({
      email: 'maria@example.com',
      password: 'signwright',
    })
    const user = signedIn.user?.id ?? ''
    const task = randomUUID()
    await service
      .from('tasks')
      .insert({ id: task, title: 'Load', created_by: user, assignees: [user] })
      .throwOnError()

    // Each hears like a page: it reads when it joins, and again at each nudge.
    const pages = await Promise.all(
      Array.from({ length: listeners }, async (_, nth) => {
        const page = createClient(cluster.url, keys.publishableKey, {
          ...stateless,
          accessToken: async () => signedIn.session?.access_token ?? '',
        })
        clients.push(page)
        const known = new Set<string>()
        const read = async () => {
          const { data } = await page.from('task_comments').select('id').eq('task_id', task)
          for (const { id } of data ?? []) known.add(id)
        }
        const channel = page.channel(`task:${task}`, {
          config: { private: true, presence: { key: `page ${nth}`, enabled: true } },
        })
        channel
          .on('broadcast', { event: '*' }, () => void read())
          .subscribe((state) => {
            if (state === 'SUBSCRIBED') void read().then(() => channel.track({ looks: true }))
          })
        return { known, channel }
      }),
    )
    const everybody = Object.fromEntries(pages.map((_, nth) => [`page ${nth}`, 1]))
    const rooms = () =>
      pages.map(({ channel }) =>
        Object.fromEntries(Object.entries(channel.presenceState()).map(([key, metas]) => [key, metas.length])),
      )
    await vi.waitFor(() => expect(rooms()).toEqual(pages.map(() => everybody)), soon)

    const acknowledged: string[] = []
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const id = randomUUID()
        const { error } = await service.from('task_comments').insert({ id, task_id: task, user_id: user, content: 'x' })
        if (!error) acknowledged.push(id)
      }
    }
    const writing = Array.from({ length: writers }, write)
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(40), soon)
    // The first one leads: it does what is done by the clock.
    process.kill(cluster.pids[0] ?? 0, 'SIGKILL')
    const before = acknowledged.length
    await engine.query(
      `select private.queue_mail('booking_confirmed', '{late@client.example}', 'booking', gen_random_uuid(), 'late',
         p_variables => '{"recipient": "Ann", "service": "Survey", "starts_at": "2026-12-03T09:00:00Z"}')`,
    )
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 40), soon)
    await vi.waitFor(() => expect(cluster.said().match(/Signwright is ready/g)?.length).toBe(2), soon)
    isOver = true
    await Promise.all(writing)

    const { rows } = await engine.query<{ id: string }>(
      'select id::text from public.task_comments where task_id = $1',
      [task],
    )
    const stored = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    await vi.waitFor(() => {
      for (const { known } of pages) expect(acknowledged.filter((id) => !known.has(id))).toEqual([])
    }, soon)
    await vi.waitFor(() => expect(rooms()).toEqual(pages.map(() => everybody)), soon)
    const mails = async () =>
      (await readFile(join(folder, 'mail.jsonl'), 'utf8')).match(/late@client\.example/g)?.length
    await vi.waitFor(async () => expect(await mails().catch(() => 0)).toBe(1), soon)
  })
})
