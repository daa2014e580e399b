import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServerBackoff, waitOf } from './server-backoff'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Answer = { status?: number; wait?: string; body?: string } | 'no network'

/** Starts a backoff over a fake server with this answer, and the polls that would run now. */
function start(first: Answer) {
  const rest = createServerBackoff(() => 0.5)
  const asked: string[] = []
  let answer = first
  const send = rest.watch(async (input) => {
    asked.push(String(input).replace('http://here/rest/v1/', ''))
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    const { status = 200, wait, body = '[]' } = answer
    return new Response(body, { status, headers: wait ? { 'retry-after': wait } : {} })
  })
  const read = (path: string, init?: RequestInit) =>
    send(`http://here/rest/v1/${path}`, init).then(
      async (got) => `${got.status} ${await got.text()}`,
      (error: Error) => error.message,
    )
  const restsFor = async () => {
    let passed = 0
    for (; rest.over() && passed < 400_000; passed += 100) await vi.advanceTimersByTimeAsync(100)
    return passed
  }
  const told: boolean[] = []
  const stop = rest.onFailing((isFailing) => told.push(isFailing))
  return {
    told,
    stop,
    read,
    asked,
    restsFor,
    become: (next: Answer) => (answer = next),
    isWell: () => rest.over() === null,
  }
}

test.each<[string, Answer]>([
  ['that cannot be reached', 'no network'],
  ['that breaks', { status: 500 }],
  ['that is not there', { status: 502 }],
  ['that is too busy', { status: 429 }],
])('a server %s rests for longer each time, up to 30 s, until it answers', async (_name, failure) => {
  const { read, restsFor, become, isWell } = start(failure)
  const rests: number[] = []
  for (let times = 1; times <= 7; times += 1) {
    await read('tasks')
    rests.push(await restsFor())
  }
  expect(rests).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
  await read('tasks')
  become({})
  await read('tasks')
  expect(isWell()).toBe(true)
  become(failure)
  await read('tasks')
  expect(await restsFor()).toBe(1000)
})

test('it is told when reads begin to fail and when they go again, until nobody listens', async () => {
  const { read, become, told, stop } = start({})
  await read('tasks')
  become({ status: 500 })
  await read('tasks')
  await read('contacts')
  expect(told).toEqual([false, true])
  become({ status: 403 })
  await read('tasks')
  expect(told).toEqual([false, true, false])
  stop()
  become('no network')
  await read('tasks')
  expect(told).toEqual([false, true, false])
})

test('reads that fail side by side are one failure', async () => {
  const { read, restsFor } = start('no network')
  await Promise.all(Array.from({ length: 10 }, () => read('tasks')))
  expect(await restsFor()).toBe(1000)
})

test('a refusal of what somebody may not do is an answer', async () => {
  const { read, isWell } = start({ status: 403 })
  await read('tasks')
  expect(isWell()).toBe(true)
})

test('a read that its asker gave up says nothing of the server', async () => {
  const { read, isWell } = start('no network')
  await read('tasks', { signal: AbortSignal.abort() })
  expect(isWell()).toBe(true)
})

test.each([429, 503])(
  'a server that asks for 120 s (%i) is asked once in that time, and polls wait',
  async (status) => {
    const { read, asked, become, restsFor } = start({ status, wait: '120', body: '{"message":"Too many requests"}' })
    const refused = `${status} {"message":"Too many requests"}`
    for (let second = 0; second < 119; second += 1) {
      expect(await read(`tasks?limit=${second}`)).toBe(refused)
      await vi.advanceTimersByTimeAsync(1000)
    }
    become({})
    expect([await read('tasks'), asked.length]).toEqual([refused, 1])
    expect(await restsFor()).toBe(1000)
    expect([await read('tasks'), asked.length]).toEqual(['200 []', 2])
  },
)

test('a wish to wait is about one path, and not about writes', async () => {
  const { read, asked } = start({ status: 429, wait: '60' })
  await read('tasks')
  await read('contacts')
  await read('tasks', { method: 'POST', body: '{}' })
  await read('tasks')
  expect(asked).toEqual(['tasks', 'contacts', 'tasks'])
})

test('how long to wait is told in seconds or as a moment of the server’s clock, and is never too long', () => {
  const waits = [
    { 'retry-after': '7' },
    { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT', date: 'Fri, 20 Nov 2026 12:00:00 GMT' },
    { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT', date: 'Fri, 20 Nov 2026 12:00:00 GMT' },
    { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' },
    { 'retry-after': 'soon' },
    { 'retry-after': '86400' },
    {},
  ]
  expect(waits.map((headers) => waitOf(new Headers(Object.entries(headers))))).toEqual([
    7000, 30_000, 0, 0, 0, 300_000, 0,
  ])
})
