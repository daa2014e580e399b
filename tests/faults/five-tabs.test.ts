import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { notificationSources } from '@/shared/domain/records/notification'
import type * as Desks from './desk.ts'

const person = { id: '5a1d2c5e-1111-4111-8111-111111111111', email: 'petra@signwright.test' }
const bakery = {
  id: 'f1000000-0000-4000-a000-000000000001',
  user_id: person.id,
  user_email: person.email,
  status: 'active',
  client_name: 'Bakery',
  business_name: null,
  sessions: [
    { startTime: '2026-11-20T08:00:00.000Z', endTime: null, duration: '00:00:00', isPaused: false, pausedAt: null },
  ],
  total_duration: '00:00:00',
  created_at: '2026-11-20T08:00:00+00:00',
  touched_at: '2026-11-20T08:00:00+00:00',
}

type Backend = { open: unknown[]; unread: number; sent: { tab: string; what: string }[] }

let backend: Backend
const close: (() => void)[] = []

class BlockedSocket {
  readyState = 0
  send() {}
  close() {}
  addEventListener() {}
  removeEventListener() {}
}

/** The backend for the reads of these screens, in place of `fetch`. */
function answer({ pathname, searchParams }: URL): unknown {
  const table = pathname.replace('/rest/v1/', '')
  if (table === 'rpc/unread_counts') return notificationSources.map((source) => ({ source, unread: backend.unread }))
  if (table === 'rpc/my_rights') return { role: 'sales', pages: [], named: [] }
  if (table === 'time_entries') return searchParams.get('status') === 'eq.completed' ? [] : backend.open
  return []
}

beforeEach(() => {
  backend = { open: [], unread: 0, sent: [] }
  vi.stubGlobal('WebSocket', BlockedSocket)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = new URL(input instanceof Request ? input.url : input)
    backend.sent.push({ tab: url.host, what: url.pathname.replace('/rest/v1/', '') })
    return Response.json(answer(url))
  })
  vi.useFakeTimers({
    now: new Date('2026-11-20T09:00:00Z'),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})
afterEach(() => {
  for (const stop of close.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Advances time; messages between tabs arrive meanwhile. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 100) {
    await vi.advanceTimersByTimeAsync(100)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Visible tabs of one browser, each with its own modules, behind a network without sockets. */
async function openTabs(count: number, { isPanelOpen = false } = {}) {
  for (let number = 1; number <= count; number += 1) {
    vi.resetModules()
    const { openDesk }: typeof Desks = await import('./desk.ts')
    close.push(openDesk({ url: `http://tab-${number}.test`, person, isPanelOpen }))
  }
  await pass(35_000)
  backend.sent.length = 0
}

const perSecond = (seconds: number) => backend.sent.length / seconds
const countOf = (what: string) => backend.sent.filter((request) => request.what === what).length

describe('five shown tabs of one person, without sockets', () => {
  test('ask 1.2 times a second at most, all together, and each thing from one tab', { timeout: 120_000 }, async () => {
    await openTabs(5)
    await pass(60_000)
    expect(perSecond(60)).toBeLessThanOrEqual(1.2)
    expect({
      badge: countOf('rpc/unread_counts'),
      rights: countOf('rpc/my_rights'),
      timers: countOf('time_entries'),
      hours: countOf('rpc/time_summary'),
    }).toEqual({ badge: 2, rights: 2, timers: 62, hours: 0 })
    expect(new Set(backend.sent.map(({ tab }) => tab)).size).toBe(1)

    backend.open = [bakery]
    backend.sent.length = 0
    await pass(2000)
    const who = backend.sent.filter(({ what }) => what === 'rpc/time_summary').map(({ tab }) => tab)
    expect(who.toSorted()).toEqual([1, 2, 3, 4, 5].map((number) => `tab-${number}.test`))
    await pass(58_000)
    expect(countOf('rpc/time_summary')).toBe(5)

    close.shift()?.()
    backend.sent.length = 0
    await pass(3000)
    expect(countOf('time_entries')).toBeGreaterThanOrEqual(3)
    backend.sent.length = 0
    await pass(60_000)
    expect(perSecond(60)).toBeLessThanOrEqual(1.2)
    expect(countOf('time_entries')).toBeGreaterThanOrEqual(60)
    expect(new Set(backend.sent.map(({ tab }) => tab)).size).toBe(1)
  })

  test('with the panel open read its five sources every ten seconds, from one tab', { timeout: 120_000 }, async () => {
    await openTabs(2, { isPanelOpen: true })
    await pass(60_000)
    expect(countOf('mockup_notifications')).toBe(6)
    expect(perSecond(60)).toBeLessThanOrEqual(1.7)
    backend.unread = 3
    backend.sent.length = 0
    await pass(35_000)
    expect(new Set(backend.sent.filter(({ what }) => what === 'mockup_notifications').map(({ tab }) => tab)).size).toBe(
      2,
    )
  })
})
