import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readTimer, toTimer } from '@/features/office/timer/api/timer.query'
import { notificationSources } from '@/shared/domain/records/notification'
import { liveTimerRows } from '@/streams/timer/live-timer'
import { startTestServer, type TestServer } from '../../supabase/local/testing/test-server.ts'
import { intercept } from './intercept.ts'
import { noticeWriter, type NoticeWriter } from './notice-writer.ts'
import { admin, newPerson, type Person } from './people.ts'
import { type Proxy, startProxy, type Weather } from './proxy.ts'
import { shortenTokens, tokenOf } from './short-tokens.ts'
import { openTab, type Tab, type TabOptions } from './tab.ts'

/** The longest wait of a test, in ms: long, for a busy machine. */
const patience = 60_000

let server: TestServer
let writer: NoticeWriter
const leave: (() => unknown)[] = []

beforeAll(async () => {
  server = await startTestServer()
  const service = admin(server)
  const author = await newPerson(server, 'admin')
  writer = await noticeWriter({ directly: service, through: service }, { author, comments: 50 })
})
// Time runs by itself and can also be advanced.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const step of leave.splice(0).reverse()) await step()
})
afterAll(() => server.close())

type Opened = { tab: Tab; person: Person; line: Proxy; counts: number[] }

/** A bell with its panel open, live and at zero, on a line that can be struck. */
async function openLine(watching: Pick<TabOptions, 'onNudge'> = {}): Promise<Opened> {
  const person = await newPerson(server, 'team_member')
  const line = await startProxy(server.url, 7)
  leave.push(line.close)
  const counts: number[] = []
  const { publishableKey } = server.keys
  const onCount = (count: number) => void counts.push(count)
  const tab = await openTab({ person, url: line.url, publishableKey, onCount, ...watching })
  leave.push(tab.close)
  await vi.waitFor(() => expect([tab.isLive(), tab.badge()]).toEqual([true, 0]), patience)
  return { tab, person, line, counts }
}

/** Notices of all sources in turn; the ids of those that were written. */
async function write(to: Person, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const outcomes = await Promise.all(
    ids.map((id, index) => writer.write({ id, to, source: notificationSources[index % 5] ?? 'notifications' })),
  )
  expect(new Set(outcomes)).toEqual(new Set(['ok']))
  return ids.toSorted()
}

const listed = (tab: Tab) =>
  tab
    .listed()
    .map(({ id }) => id)
    .toSorted()

const shows = (tab: Tab, ids: readonly string[]) =>
  vi.waitFor(
    () => expect({ badge: tab.badge(), listed: listed(tab) }).toEqual({ badge: ids.length, listed: ids }),
    patience,
  )

describe('frames', () => {
  const weathers: [string, Weather][] = [
    ['come six times', { sockets: { kind: 'duplicate', times: 5 } }],
    ['come in another order', { sockets: { kind: 'reorder', window: 20 } }],
    ['come up to a second late', { sockets: { kind: 'delay', least: 50, most: 1000 } }],
    ['come at 1 kB/s', { sockets: { kind: 'throttle', bytesPerSecond: 1000 } }],
  ]
  test.each(weathers)('that %s show each notice once', async (_name, weather) => {
    const { tab, person, line } = await openLine()
    line.suffer(weather)
    await shows(tab, await write(person, 20))
  })

  test('R5, R6, R7: that are lost cost no notice once the line is whole again', async () => {
    const { tab, person, line } = await openLine()
    line.suffer({ sockets: { kind: 'drop', share: 0.5 } })
    const ids = await write(person, 20)
    line.heal()
    await shows(tab, ids)
  })
})

describe('a socket', () => {
  test.each([['reset'], ['end']] as const)('cut by a %s is joined again and misses nothing', async (how) => {
    const { tab, person, line } = await openLine()
    line.cut(how, 'all')
    await shows(tab, await write(person, 5))
  })

  test('R2: cut in the middle of a join is joined again and misses nothing', async () => {
    const { tab, person, line } = await openLine()
    line.suffer({ sockets: { kind: 'swallow' } })
    line.cut('reset', 'sockets')
    await vi.waitFor(() => expect([line.attempts(), line.openSockets()]).toEqual([2, 1]), patience)
    const ids = await write(person, 5)
    line.heal()
    line.cut('reset', 'sockets')
    await shows(tab, ids)
  })

  test('R2: cut a hundred times leaves one socket and one channel', async () => {
    const { tab, person, line } = await openLine()
    const soonest = vi.spyOn(Math, 'random').mockReturnValue(0)
    leave.push(() => soonest.mockRestore())
    for (let times = 1; times <= 100; times += 1) {
      line.cut(times % 2 ? 'reset' : 'end', 'sockets')
      await vi.waitFor(() => expect(tab.isLive()).toBe(false), { timeout: patience, interval: 5 })
      await vi.waitFor(() => expect(tab.isLive()).toBe(true), { timeout: patience, interval: 5 })
    }
    expect([line.openSockets(), tab.db.channels().length]).toEqual([1, 1])
    await shows(tab, await write(person, 3))
  })

  test('R3: in a black hole is known for dead within 20 seconds, and polls make everything right at once', async () => {
    const { tab, person, line } = await openLine()
    const before = await write(person, 2)
    await shows(tab, before)
    line.suffer({ sockets: { kind: 'swallow' } })
    const ids = [...before, ...(await write(person, 3))].toSorted()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(tab.isLive()).toBe(false)
    await shows(tab, ids)
  })
})

test('R12: a token that ends in an open socket ends its topic, which is joined again with a new one', async () => {
  vi.useRealTimers()
  const longest = vi.spyOn(Math, 'random').mockReturnValue(0.99)
  leave.push(() => longest.mockRestore())
  const heard: string[] = []
  const { tab, person } = await openLine({ onNudge: (id) => heard.push(id) })
  const token = await tokenOf(person.id, server.keys.jwtSecret, 2)
  await tab.db.realtime.setAuth(token)
  await vi.waitFor(() => expect(tab.isLive()).toBe(false), { timeout: patience, interval: 10 })
  const ids = await write(person, 3)
  expect(heard).toEqual([])
  await vi.waitFor(() => expect(tab.isLive()).toBe(true), { timeout: patience, interval: 10 })
  await shows(tab, ids)
})

describe('R12: a token that the server takes no longer', () => {
  /** A bell with an expired token, and the events of its session since. */
  async function openExpired() {
    vi.useRealTimers()
    leave.push(shortenTokens(server.keys.jwtSecret, 2))
    const { tab, person, line } = await openLine()
    const heard: string[] = []
    const { data } = tab.db.auth.onAuthStateChange((event) => heard.push(event))
    leave.push(() => data.subscription.unsubscribe())
    await vi.waitFor(() => expect(tab.isLive()).toBe(false), { timeout: patience, interval: 10 })
    return { tab, person, line, heard }
  }
  const renewing = (answer: (times: number) => Response | null) => {
    let times = 0
    const stop = intercept(async (url, pass) => {
      const given = url.includes('grant_type=refresh_token') ? answer((times += 1)) : null
      return given ?? pass()
    })
    leave.push(stop)
  }

  test('is renewed although the first try fails', async () => {
    renewing((times) => (times === 1 ? Response.json({ message: 'Try later' }, { status: 503 }) : null))
    const { tab, person, heard } = await openExpired()
    await shows(tab, await write(person, 3))
    await vi.waitFor(() => expect(tab.isLive()).toBe(true), patience)
    expect(heard).toContain('TOKEN_REFRESHED')
    expect(heard).not.toContain('SIGNED_OUT')
  })

  test('and that cannot be renewed ends the session', async () => {
    renewing(() => Response.json({ error_code: 'refresh_token_not_found', msg: 'Not found' }, { status: 400 }))
    const { tab, heard } = await openExpired()
    await vi.waitFor(() => expect(heard).toContain('SIGNED_OUT'), patience)
    expect((await tab.db.auth.getSession()).data.session).toBeNull()
  })
})

describe('requests', () => {
  test('R8: that cannot be sent while the socket lives are sent when they can be', async () => {
    const { tab, person, line, counts } = await openLine()
    line.suffer({ requests: { kind: 'refuse' } })
    const ids = await write(person, 5)
    await vi.advanceTimersByTimeAsync(8000)
    expect([tab.isLive(), counts]).toEqual([true, [0]])
    line.heal()
    await vi.advanceTimersByTimeAsync(10_000)
    await shows(tab, ids)
  })

  test('that nobody answers are asked again', async () => {
    const { tab, person, line } = await openLine()
    line.suffer({ requests: { kind: 'swallow' } })
    const asked = line.requests().length
    const ids = await write(person, 5)
    await vi.waitFor(() => expect(line.requests().length).toBeGreaterThan(asked), patience)
    line.heal()
    await vi.advanceTimersByTimeAsync(12_000)
    await shows(tab, ids)
  })

  test('R8: and sockets that are all cut off are made up for', async () => {
    const { tab, person, line } = await openLine()
    line.suffer({ requests: { kind: 'refuse' }, sockets: { kind: 'refuse' } })
    const ids = await write(person, 5)
    line.heal()
    await shows(tab, ids)
  })

  const json = { 'content-type': 'application/json' }
  const answers: [number, string, Record<string, string>, string][] = [
    [500, 'an error', json, '{"message":"Something broke"}'],
    [502, 'a page', { 'content-type': 'text/html' }, '<html><body>Bad gateway</body></html>'],
    [503, 'nothing', {}, ''],
    [504, 'an error', json, '{"message":"Too slow"}'],
    [429, 'a wish to wait', { ...json, 'retry-after': '2' }, '{"message":"Too many requests"}'],
    [200, 'half an answer', json, '[{"id":"'],
    [200, 'a page of the hotel', { 'content-type': 'text/html' }, '<html><body>Welcome!</body></html>'],
  ]
  test.each(answers)(
    'answered %i with %s keep the last number, and then get the right one',
    async (status, _with, headers, body) => {
      const { tab, person, line, counts } = await openLine()
      const before = await write(person, 2)
      await shows(tab, before)
      line.suffer({ requests: { kind: 'answer', share: 1, status, headers, body } })
      const after = await write(person, 5)
      await vi.advanceTimersByTimeAsync(3000)
      if (status !== 200) expect(tab.badge()).toBe(2)
      expect(counts.every((count) => count <= 7)).toBe(true)
      line.heal()
      await vi.advanceTimersByTimeAsync(30_000)
      await shows(tab, [...before, ...after].toSorted())
    },
  )
})

test('R9: a server that asks for half a minute is asked for each thing once in that time', async () => {
  const { tab, person, line } = await openLine()
  const headers = { 'content-type': 'application/json', 'retry-after': '30' }
  line.suffer({ requests: { kind: 'answer', share: 1, status: 429, headers, body: '{"message":"Slow down"}' } })
  line.cut('reset', 'sockets')
  const asked = line.requests().length
  const ids = await write(person, 5)
  await vi.advanceTimersByTimeAsync(25_000)
  const counted = line.requests().slice(asked)
  expect(counted.filter((request) => request.includes('unread_counts')).length).toBe(1)
  line.heal()
  await vi.advanceTimersByTimeAsync(16_000)
  await shows(tab, ids)
})

test('R4: on a line that takes five seconds for each answer the timer is told, and polls never overlap', async () => {
  const { person, line } = await openLine()
  const slow = { kind: 'delay', least: 4000, most: 5000 } as const
  line.suffer({ requests: slow, sockets: { kind: 'refuse' } })
  const heard: unknown[] = []
  let reads = 0
  let running = 0
  let most = 0
  const read = (signal: AbortSignal) => {
    reads += 1
    most = Math.max(most, (running += 1))
    return readTimer(person.email, signal).finally(() => (running -= 1))
  }
  const source = { read, parse: toTimer }
  const timer = liveTimerRows(person.id, source).subscribe((told) => heard.push(told))
  leave.push(() => timer.unsubscribe())
  const entry = { user_id: person.id, user_email: person.email, status: 'paused', client_name: 'Bakery' }
  await admin(server).from('time_entries').insert(entry).throwOnError()
  const bakery = { kind: 'read', row: { clientName: 'Bakery' } }
  await vi.waitFor(() => expect(heard.at(-1)).toMatchObject(bakery), patience)
  const before = reads
  await vi.waitFor(() => expect(reads).toBeGreaterThan(before + 1), patience)
  expect(most).toBe(1)
})

test('a thousand nudges in one instant are read at most four times a second', async () => {
  const { tab, person, line } = await openLine()
  const asked = line.requests().length
  let quarters = 0
  const clock = setInterval(() => (quarters += 1), 250)
  leave.push(() => clearInterval(clock))
  await server.engine.exec(`do $$ begin
    for i in 1..1000 loop
      insert into public.notifications (user_id, type, title) values ('${person.id}', 'logistics_update', 'Van');
    end loop; end $$`)
  await vi.waitFor(() => expect([tab.badge(), tab.listed().length]).toEqual([1000, 1000]), patience)
  const reads = line.requests().slice(asked)
  expect(reads.filter((read) => read.includes('/rpc/unread_counts')).length).toBeLessThanOrEqual(5 + quarters)
})
