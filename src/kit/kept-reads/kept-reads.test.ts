// @vitest-environment happy-dom
import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keysFrom } from '@/shared/lib/memory'
import { keepReads, mostReads } from './kept-reads'

beforeEach(() => localStorage.clear())
afterEach(() => onlineManager.setOnline(true))

/** A page of one person on this device: reads, and says what is shown. */
function pageOf(userId: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  keepReads(queries, userId, ({ queryKey }) => queryKey[0] === 'task')
  const read = (id: string, answer: () => unknown) =>
    queries.fetchQuery({ queryKey: ['task', id], queryFn: async () => answer(), staleTime: 0 }).catch(() => null)
  /** What a screen that asks for it shows, and when the server said it. */
  const shown = async (id: string, answer: () => unknown = () => null) => {
    const query = new QueryObserver(queries, { queryKey: ['task', id], queryFn: async () => answer() })
    const stop = query.subscribe(() => {})
    await new Promise((resolve) => setTimeout(resolve))
    const { data, dataUpdatedAt, status, fetchStatus } = query.getCurrentResult()
    stop()
    return { data, dataUpdatedAt, status, fetchStatus }
  }
  return { queries, read, shown }
}
const vanWrap = { title: 'Van wrap', about: [{ n: 1 }] }

test('without a network a page shows what this person read last, as of then; nobody else sees it', async () => {
  await pageOf('maria').read('1', () => vanWrap)
  const at = Number(
    /"at":(\d+)/.exec(localStorage.getItem(keysFrom('signwright-visit:maria:read:')[0] ?? '') ?? '')?.[1],
  )
  expect(at).toBeGreaterThan(0)
  onlineManager.setOnline(false)
  expect(await pageOf('maria').shown('1')).toEqual({
    data: vanWrap,
    dataUpdatedAt: at,
    status: 'success',
    fetchStatus: 'paused',
  })
  expect((await pageOf('petra').shown('1')).data).toBeUndefined()
})

test('where nobody answers it is shown too, and stays an error that is tried again; a refusal shows nothing', async () => {
  await pageOf('maria').read('1', () => vanWrap)
  const fails = (words: string) => () => Promise.reject(new TypeError(words))
  const unanswered = await pageOf('maria').shown('1', fails('Failed to fetch'))
  expect([unanswered.data, unanswered.status]).toEqual([vanWrap, 'error'])
  expect((await pageOf('maria').shown('1', fails('permission denied'))).data).toBeUndefined()
})

test('a record that is gone is forgotten; what is too long, or is no plain text, is not kept', async () => {
  const page = pageOf('maria')
  await page.read('1', () => vanWrap)
  await page.read('1', () => null)
  await page.read('2', () => ({ title: 'x'.repeat(100_000) }))
  await page.read('3', () => ({ people: new Map([['a', 1]]) }))
  expect(keysFrom('signwright-visit:maria:read:')).toEqual([])
})

test('a device keeps the newest reads of a person only', async () => {
  const page = pageOf('maria')
  for (let n = 0; n < mostReads + 3; n += 1) await page.read(String(n), () => ({ n }))
  expect(keysFrom('signwright-visit:maria:read:')).toHaveLength(mostReads)
  for (let n = 0; n < 23; n += 1) await page.read(`long ${n}`, () => ({ n: 'x'.repeat(90_000) }))
  // 2 MB in all: the outbox needs room too.
  expect(keysFrom('signwright-visit:maria:read:').length).toBeLessThanOrEqual(22)
})
