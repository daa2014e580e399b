import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../supabase/local/testing/test-server.ts'
import { admin, browserOf, newPerson, type Person } from './people.ts'
import { startProxy } from './proxy.ts'
import type * as Tabs from './tab.ts'

let server: TestServer
const leave: (() => unknown)[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const step of leave.splice(0).reverse()) await step()
})
afterAll(() => server.close())

/** A tab with modules of its own, behind a network that lets no socket through. */
async function openWithoutSockets(person: Person) {
  const line = await startProxy(server.url)
  line.blockSockets()
  vi.resetModules()
  const { openTab }: typeof Tabs = await import('./tab.ts')
  const tab = await openTab({ person, url: line.url, publishableKey: server.keys.publishableKey })
  leave.push(line.close, tab.close)
  await vi.waitFor(() => expect(tab.badge()).toBe(0), 10_000)
  return { tab, counted: () => line.requests().filter((request) => request.includes('unread_counts')).length }
}

const tell = async ({ id }: Person) => {
  const notice = { user_id: id, type: 'logistics_update', title: 'On its way' }
  await admin(server).from('notifications').insert(notice).throwOnError()
}

describe('two tabs of one person without sockets', () => {
  test('R14: poll once for both, and when that one is closed the other goes on', async () => {
    const person = await newPerson(server, 'team_member')
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    const tabs = [await openWithoutSockets(person), await openWithoutSockets(person)]
    const counted = () => tabs.map((one) => one.counted())
    const before = counted()
    await tell(person)
    await vi.advanceTimersByTimeAsync(30_000)
    await vi.waitFor(() => expect(tabs.map(({ tab }) => tab.badge())).toEqual([1, 1]), 5000)
    expect(counted().map((count, index) => count - (before[index] ?? 0))).toEqual([1, 0])

    await tabs[0]?.tab.close()
    await tell(person)
    await vi.advanceTimersByTimeAsync(31_000)
    await vi.waitFor(() => expect(tabs[1]?.tab.badge()).toBe(2), 5000)
  })
})

describe('two tabs that move timers at once', () => {
  const refusal = 'Please pause or stop your active timer before resuming another one.'

  const openTwo = async () => {
    const person = await newPerson(server, 'team_member')
    return [await browserOf(server, person), await browserOf(server, person)] as const
  }
  const start = async (tab: Awaited<ReturnType<typeof browserOf>>, client: string) => {
    const { data } = await tab.rpc('start_timer', { p_client_name: client }).throwOnError()
    return data.id
  }
  const twenty = Array.from({ length: 20 }, (_, nth) => nth)

  test('have one active timer: whoever comes second is told so, twenty times', async () => {
    const [one, two] = await openTwo()
    const bakery = await start(one, 'Bakery')
    await one.rpc('pause_timer', { p_entry: bakery }).throwOnError()
    const florist = await start(one, 'Florist')
    await one.rpc('pause_timer', { p_entry: florist }).throwOnError()

    const answers = await Promise.all(
      twenty.map((nth) =>
        nth % 2 ? one.rpc('resume_timer', { p_entry: bakery }) : two.rpc('resume_timer', { p_entry: florist }),
      ),
    )
    const resumed = new Set(answers.flatMap(({ data }) => (data ? [data.id] : [])))
    const refused = answers.flatMap(({ error }) => (error ? [error.message] : []))
    expect([resumed.size, refused.length, new Set(refused)]).toEqual([1, 10, new Set([refusal])])
    const { data: rows } = await one.from('time_entries').select('status').order('status').throwOnError()
    expect(rows.map(({ status }) => status)).toEqual(['active', 'paused'])
  })

  test('lose no session and add none', async () => {
    const [one, two] = await openTwo()
    const entry = await start(one, 'Bakery')
    const all = (move: 'pause_timer' | 'resume_timer') =>
      Promise.all(twenty.map((nth) => (nth % 2 ? one : two).rpc(move, { p_entry: entry }).throwOnError()))
    await all('pause_timer')
    await all('resume_timer')
    await all('pause_timer')
    const { data } = await one.from('time_entries').select('status, sessions').eq('id', entry).single().throwOnError()
    const sessions: unknown = data.sessions
    expect({ status: data.status, sessions: Array.isArray(sessions) ? sessions.length : 0 }).toEqual({
      status: 'paused',
      sessions: 2,
    })
  })
})
