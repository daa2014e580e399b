import { afterEach, expect, test, vi } from 'vitest'
import { impatientFetch, reconnectPause } from './client'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A network that takes every request and answers none. */
const deadLine = (_input: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

test('reconnecting waits anywhere within 1, 2, 5, then 10 seconds, and 30 after ten failures', () => {
  const longest = [1, 2, 3, 4, 5, 10, 11, 50].map((tries) => reconnectPause(tries, () => 1))
  expect(longest).toEqual([1000, 2000, 5000, 10_000, 10_000, 10_000, 30_000, 30_000])
  expect(reconnectPause(4, () => 0.25)).toBe(2500)
})

test('a read that nobody answers fails after 10 seconds, a write and a file wait', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', deadLine)
  const ended: string[] = []
  const sent = {
    read: impatientFetch('http://here/rest/v1/tasks?select=*'),
    count: impatientFetch('http://here/rest/v1/tasks', { method: 'HEAD', signal: new AbortController().signal }),
    write: impatientFetch('http://here/rest/v1/tasks', { method: 'POST', body: '{}' }),
    file: impatientFetch('http://here/storage/v1/object/a.pdf'),
  }
  for (const [name, answer] of Object.entries(sent))
    answer.catch((error: Error) => ended.push(`${name}: ${error.name}`))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toEqual(['read: TimeoutError', 'count: TimeoutError'])
})

test('a read that its asker gives up ends at once', async () => {
  vi.stubGlobal('fetch', deadLine)
  const asker = new AbortController()
  const answer = impatientFetch('http://here/rest/v1/tasks', { signal: asker.signal })
  asker.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})
