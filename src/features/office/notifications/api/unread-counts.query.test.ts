import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connectDb } from '@/shared/db/connect'
import { type UnreadCounts, unreadCountsQuery, unreadOf } from './unread-counts.query'

type Answer = { status: number; body: unknown; headers?: Record<string, string> }

/** Answers every `fetch`; returns the requests. */
function serve(answer: (url: URL, method: string) => Answer): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const method = init.method ?? 'GET'
    asked.push(`${method} ${url.pathname}${decodeURIComponent(url.search)}`)
    const { status, body, headers } = answer(url, method)
    return new Response(method === 'HEAD' ? null : JSON.stringify(body), { status, headers: headers ?? {} })
  })
  return asked
}
const counts: UnreadCounts = {
  task_reply_notifications: 1,
  mockup_notifications: 0,
  delivery_notifications: 2,
  partial_delivery_notifications: 0,
  notifications: 4,
}
const rows = Object.entries(counts).map(([source, unread]) => ({ source, unread }))
const read = () => new QueryClient().fetchQuery({ ...unreadCountsQuery('petra'), retry: false })

beforeAll(() => environmentManager.setIsServer(() => false))
beforeAll(
  () => void connectDb({ supabaseUrl: 'http://backend.test', publishableKey: 'key', companyDomain: '', demo: false }),
)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('one request counts all five sources', async () => {
  const asked = serve(() => ({ status: 200, body: rows }))
  expect(await read()).toEqual(counts)
  expect(asked).toEqual(['GET /rest/v1/rpc/unread_counts'])
  expect(unreadOf(counts)).toBe(7)
})

test('spec 2 §7: nothing known counts as none', () => expect(unreadOf(undefined)).toBe(0))

test('a database that does not count by itself is asked for each source', async () => {
  const asked = serve(({ pathname }, method) => {
    if (pathname.endsWith('unread_counts')) return { status: 404, body: { code: 'PGRST202', message: 'no function' } }
    const source = pathname.split('/').at(-1) ?? ''
    const unread = Object.entries(counts).find(([name]) => name === source)?.[1]
    return { status: 200, body: [], headers: { 'content-range': `*/${unread}`, method } }
  })
  expect(await read()).toEqual(counts)
  expect(asked.slice(1)).toEqual([
    'HEAD /rest/v1/task_reply_notifications?select=id&user_id=eq.petra&is_read=eq.false',
    'HEAD /rest/v1/mockup_notifications?select=id&notified_user_id=eq.petra&is_read=eq.false',
    'HEAD /rest/v1/delivery_notifications?select=id&notified_user_id=eq.petra&is_read=eq.false',
    'HEAD /rest/v1/partial_delivery_notifications?select=id&notified_user_id=eq.petra&is_read=eq.false',
    'HEAD /rest/v1/notifications?select=id&user_id=eq.petra&is_read=eq.false&type=in.(task_assigned,task_mentioned,logistics_update)',
  ])
})

test.each([
  ['an error', { status: 500, body: { message: 'canceling statement' } }],
  ['a strange answer', { status: 200, body: [{ source: 'notifications', unread: -1 }] }],
])('%s is zero at first, and never replaces a number that was right', async (_, broken) => {
  vi.useFakeTimers()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  serve(() => broken)
  const shown: number[] = []
  const observer = new QueryObserver(queries, unreadCountsQuery('petra'))
  const stop = observer.subscribe(({ data }) => shown.push(unreadOf(data)))
  await vi.advanceTimersByTimeAsync(1000)
  expect(new Set(shown)).toEqual(new Set([0]))

  serve(() => ({ status: 200, body: rows }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown.at(-1)).toBe(7)
  shown.length = 0
  serve(() => broken)
  await queries.invalidateQueries({ queryKey: unreadCountsQuery('petra').queryKey })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(new Set(shown)).toEqual(new Set([7]))
  stop()
})
