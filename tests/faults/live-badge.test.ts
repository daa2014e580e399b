import { randomUUID } from 'node:crypto'
import { QueryClient } from '@tanstack/react-query'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readNotices } from '@/features/office/notifications/api/read-notices'
import { unreadCountsQuery, unreadOf } from '@/features/office/notifications/api/unread-counts.query'
import type { Db } from '@/shared/db/client'
import { connectDb } from '@/shared/db/connect'
import type { Database } from '@/shared/db/database.types'
import { arrangeNotices, notificationSources } from '@/shared/domain/records/notification'
import { liveNotifications } from '@/streams/notifications/live-notifications'
import { reconnectNow } from '@/streams/realtime/reconnect-now'
import { startTestServer, type TestServer } from '../../supabase/local/testing/test-server.ts'
import { browserOf, newPerson, type Person } from './people.ts'
import { startProxy } from './proxy.ts'

let server: TestServer
const leave: (() => unknown)[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  for (const step of leave.splice(0).reverse()) await step()
})
afterAll(() => server.close())

/** The app of one person: its client, its streams, its counts. `counts` is every number its badge came to show. */
async function openApp(person: Person, supabaseUrl = server.url): Promise<{ db: Db; counts: number[] }> {
  const { publishableKey } = server.keys
  const db = connectDb({ supabaseUrl, publishableKey, companyDomain: '', demo: false })
  const { error } = await db.auth.signInWithPassword(person)
  if (error) throw error

  const queries = new QueryClient()
  const counts: number[] = []
  const count = async () => {
    counts.push(unreadOf(await queries.fetchQuery(unreadCountsQuery(person.id))))
  }
  await count()
  const badge = liveNotifications(person.id).subscribe(() => void count())
  leave.push(async () => {
    badge.unsubscribe()
    await Promise.all(db.channels().map((one) => db.removeChannel(one)))
    await db.auth.stopAutoRefresh()
  })
  return { db, counts }
}

/** One person gives another a task; the database tells them in the same act (spec 2 §7). */
async function giveTask(giver: SupabaseClient<Database>, from: Person, to: Person): Promise<string> {
  const { data: task } = await giver
    .from('tasks')
    .insert({ title: 'Shop front', created_by: from.id, assignees: [to.id], images: [] })
    .select()
    .single()
    .throwOnError()
  return task.id
}

const shows = (counts: number[], count: number, within = 5000) =>
  vi.waitFor(() => expect(counts.at(-1)).toBe(count), within)

describe('the bell', () => {
  test('rises by push when somebody gives a task, without a poll', async () => {
    const [sara, petra] = [await newPerson(server, 'admin'), await newPerson(server, 'admin')]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    leave.push(() => void vi.useRealTimers())
    const { counts } = await openApp(petra)
    const giver = await browserOf(server, sara)
    await vi.waitFor(() => expect(counts.length).toBeGreaterThan(1), 5000)

    await giveTask(giver, sara, petra)
    await shows(counts, 1)
    await giveTask(giver, sara, petra)
    await shows(counts, 2)
  })

  test('falls in every tab of a person when one tab marks a notice read', async () => {
    const [sara, petra] = [await newPerson(server, 'admin'), await newPerson(server, 'admin')]
    await giveTask(await browserOf(server, sara), sara, petra)
    const { counts } = await openApp(petra)
    await shows(counts, 1)

    const otherTab = await browserOf(server, petra)
    await otherTab.from('notifications').update({ is_read: true }).eq('user_id', petra.id).throwOnError()
    await shows(counts, 0)
  })

  test('rises by the 30-second poll where sockets are blocked', async () => {
    const proxy = await startProxy(server.url)
    proxy.blockSockets()
    const [sara, petra] = [await newPerson(server, 'admin'), await newPerson(server, 'admin')]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    leave.push(proxy.close, () => void vi.useRealTimers())
    const { counts } = await openApp(petra, proxy.url)

    await giveTask(await browserOf(server, sara), sara, petra)
    vi.advanceTimersByTime(29_999)
    expect(counts).toEqual([0])
    vi.advanceTimersByTime(1)
    await shows(counts, 1)
  })

  test('is right by one poll when its socket drops, and hears by itself again when it comes back', async () => {
    const proxy = await startProxy(server.url)
    const [sara, petra] = [await newPerson(server, 'admin'), await newPerson(server, 'admin')]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    leave.push(proxy.close, () => void vi.useRealTimers())
    const { counts } = await openApp(petra, proxy.url)
    await vi.waitFor(() => expect(counts.length).toBeGreaterThan(1), 5000)

    const giver = await browserOf(server, sara)
    proxy.blockSockets()
    await giveTask(giver, sara, petra)
    await shows(counts, 1)
    await giveTask(giver, sara, petra)
    await vi.waitFor(() => expect(proxy.attempts()).toBeGreaterThan(1), 5000)
    proxy.allowSockets()
    await shows(counts, 2, 15_000)
  })

  test('is right at once when the network says that it is back', async () => {
    const proxy = await startProxy(server.url)
    const [sara, petra] = [await newPerson(server, 'admin'), await newPerson(server, 'admin')]
    leave.push(proxy.close)
    const { db, counts } = await openApp(petra, proxy.url)
    await vi.waitFor(() => expect(counts.length).toBeGreaterThan(1), 5000)
    const longest = vi.spyOn(Math, 'random').mockReturnValue(1)
    leave.push(() => longest.mockRestore())

    proxy.blockSockets()
    await vi.waitFor(() => expect(proxy.attempts()).toBe(3), 10_000)
    await giveTask(await browserOf(server, sara), sara, petra)
    expect(counts.at(-1)).toBe(0)
    proxy.allowSockets()
    await reconnectNow(db.realtime)
    await shows(counts, 1, 2000)
  })

  test('hears nothing of what is sent to somebody else', async () => {
    const [sara, petra, olaf] = await Promise.all([1, 2, 3].map(() => newPerson(server, 'admin')))
    if (!sara || !petra || !olaf) throw new Error('three people')
    const { counts } = await openApp(olaf)
    const giver = await browserOf(server, sara)
    await giveTask(giver, sara, petra)
    await giveTask(giver, sara, olaf)
    await shows(counts, 1)
    expect(Math.max(...counts)).toBe(1)
  })
})

describe('the panel', () => {
  test('spec 2 §3: lists all five sources, each with what it is about', async () => {
    const [sara, petra] = [await newPerson(server, 'admin'), await newPerson(server, 'admin')]
    await openApp(petra)
    const taskId = await giveTask(await browserOf(server, sara), sara, petra)
    const made = await noticesOfEverySource(petra, sara, taskId)

    const signal = new AbortController().signal
    const read = await Promise.all(
      notificationSources.map((source) =>
        readNotices(source, { userId: petra.id, readSince: null, limit: 50, signal }),
      ),
    )
    expect(
      arrangeNotices(read.flat(), 'oldest').map(({ title, message, target }) => ({ title, message, target })),
    ).toEqual([
      {
        title: 'New task assigned',
        message: 'You have been assigned to: Shop front',
        target: { kind: 'task', id: taskId },
      },
      { title: 'Shop front', message: '', target: { kind: 'task', id: taskId } },
      {
        title: 'Mockup approved · front.pdf',
        message: '',
        target: { kind: 'mockup', id: made.publicUuid },
      },
      { title: 'Van', message: '', target: { kind: 'delivery', id: made.deliveryId } },
      {
        title: 'Van, first half',
        message: '',
        target: { kind: 'partial_delivery', id: made.partialDeliveryId },
      },
      {
        title: 'On its way',
        message: `The van has left · Q-${made.number} · Fern`,
        target: { kind: 'quotation', id: made.quotationId },
      },
    ])
  })

  test('shows read notices only when all are shown, and only of the last days', async () => {
    const [sara, petra] = [await newPerson(server, 'admin'), await newPerson(server, 'admin')]
    const { db } = await openApp(petra)
    await giveTask(await browserOf(server, sara), sara, petra)
    const signal = new AbortController().signal
    await db.from('notifications').update({ is_read: true }).eq('user_id', petra.id).throwOnError()
    const left = (since: string | null) =>
      readNotices('notifications', { userId: petra.id, readSince: since, limit: 50, signal })
    expect((await left(null)).length).toBe(0)
    expect((await left('2000-01-01T00:00:00Z')).length).toBe(1)
    expect((await left('2999-01-01T00:00:00Z')).length).toBe(0)
  })
})

/** One notice of each source for `to`, some seconds apart, as the service key writes them. */
async function noticesOfEverySource(to: Person, from: Person, taskId: string) {
  const [quotationId, publicUuid, jobId, commentId, deliveryId, partialDeliveryId] = Array.from({ length: 6 }, () =>
    randomUUID(),
  )
  const at = (second: number) => new Date(Date.now() + second * 1000).toISOString()
  const [contactId, number] = [randomUUID(), randomUUID().slice(0, 8)]
  const rows: (readonly [table: string, row: Record<string, unknown>])[] = [
    ['contacts', { id: contactId, name: 'Fern' }],
    [
      'quotations',
      { id: quotationId, public_uuid: publicUuid, quotation_number: `Q-${number}`, contact_id: contactId },
    ],
    ['jobs', { id: jobId, job_number: number, title: 'Van', quotation_id: quotationId }],
    ['task_comments', { id: commentId, task_id: taskId, user_id: from.id, content: 'Done' }],
    ['deliveries', { id: deliveryId, delivery_number: number, contact_id: contactId, project_title: 'Van' }],
    ['partial_deliveries', { id: partialDeliveryId, partial_number: number, delivery_id: deliveryId, seq: 1 }],
    [
      'task_reply_notifications',
      {
        user_id: to.id,
        task_id: taskId,
        commenter_id: from.id,
        comment_id: commentId,
        task_title: 'Shop front',
        created_at: at(1),
      },
    ],
    [
      'mockup_notifications',
      { notified_user_id: to.id, job_id: jobId, action_type: 'approved', file_name: 'front.pdf', created_at: at(2) },
    ],
    [
      'delivery_notifications',
      { notified_user_id: to.id, delivery_id: deliveryId, project_title: 'Van', created_at: at(3) },
    ],
    [
      'partial_delivery_notifications',
      {
        notified_user_id: to.id,
        partial_delivery_id: partialDeliveryId,
        project_title: 'Van, first half',
        created_at: at(4),
      },
    ],
    [
      'notifications',
      {
        user_id: to.id,
        type: 'logistics_update',
        title: 'On its way',
        message: 'The van has left',
        quotation_id: quotationId,
        data: { quotation_number: `Q-${number}`, contact_name: 'Fern' },
        created_at: at(5),
      },
    ],
  ]
  const service = createClient(server.url, server.keys.secretKey, { auth: { persistSession: false } })
  for (const [table, row] of rows) await service.from(table).insert(row).throwOnError()
  return { number, quotationId, publicUuid, deliveryId, partialDeliveryId }
}
