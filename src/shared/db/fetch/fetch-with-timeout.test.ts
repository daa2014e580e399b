import { afterEach, expect, test, vi } from 'vitest'
import { fetchWithTimeout } from './fetch-with-timeout'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A network that takes every request and answers none. */
const deadLine = (_input: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

/** A network that answers at once, and then hands over the body in these parts, a pause in ms before each. */
const slowBody =
  (parts: readonly (readonly [pause: number, text: string])[], ends = true) =>
  async (_input: unknown, init?: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      async start(asker) {
        init?.signal?.addEventListener('abort', () => asker.error(init.signal?.reason))
        for (const [pause, text] of parts) {
          await new Promise((resolve) => setTimeout(resolve, pause))
          asker.enqueue(new TextEncoder().encode(text))
        }
        if (ends) asker.close()
      },
    })
    return new Response(body, { status: 206, headers: { 'content-range': '0-1/2' } })
  }

test('a read that nobody answers fails after 10 seconds, a write and a file wait', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', deadLine)
  const ended: string[] = []
  const sent = {
    read: fetchWithTimeout('http://here/rest/v1/tasks?select=*'),
    count: fetchWithTimeout('http://here/rest/v1/tasks', { method: 'HEAD', signal: new AbortController().signal }),
    write: fetchWithTimeout('http://here/rest/v1/tasks', { method: 'POST', body: '{}' }),
    file: fetchWithTimeout('http://here/storage/v1/object/a.pdf'),
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
  const answer = fetchWithTimeout('http://here/rest/v1/tasks', { signal: asker.signal })
  asker.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

test('an answer whose body stops half way ends with an error in words, of a read and of a write', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', slowBody([[0, '[{"id":']], false))
  const bodies = await Promise.all(
    ['GET', 'POST'].map((method) => fetchWithTimeout('http://here/rest/v1/tasks', { method })),
  )
  const ended: string[] = []
  for (const body of bodies) body.text().catch((error: Error) => ended.push(`${error.name}: ${error.message}`))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toEqual(['TimeoutError: The server did not answer.', 'TimeoutError: The server did not answer.'])
})

test('an answer that comes slowly but surely is heard to its end, whole', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', slowBody([1, 2, 3].map((part) => [9000, String(part)])))
  const answer = await fetchWithTimeout('http://here/rest/v1/tasks')
  const text = answer.text()
  await vi.advanceTimersByTimeAsync(27_000)
  expect([answer.status, answer.headers.get('content-range'), await text]).toEqual([206, '0-1/2', '123'])
  expect(vi.getTimerCount()).toBe(0)
})

test('an answer without a body leaves nothing behind', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  expect((await fetchWithTimeout('http://here/rest/v1/tasks')).status).toBe(204)
  expect(vi.getTimerCount()).toBe(0)
})

test('an answer that has no body comes through, although the browser gives it an empty one', async () => {
  const done = new Response(null, { status: 204 })
  Object.defineProperty(done, 'body', { value: new Blob([]).stream() })
  vi.stubGlobal('fetch', async () => done)
  const answer = await fetchWithTimeout('http://here/rest/v1/rpc/approve_newcomer', { method: 'POST', body: '{}' })
  expect(answer.status).toBe(204)
})
