import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createKeys } from '../gateway/keys.ts'
import { scheduleMails } from './mails.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the sender is called when a mail is due, and never while none is', async () => {
  const keys = createKeys()
  const called: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    called.push([url, headers])
    return new Response('{}')
  })
  let due = false
  const query = vi.fn(async () => ({ rows: [{ due }], fields: [], affectedRows: 0 }))
  const schedule = scheduleMails({ query: query as never }, 'http://backend.test', keys, () => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(called).toEqual([])
  due = true
  await vi.advanceTimersByTimeAsync(3000)
  expect(called).toEqual([
    [
      'http://backend.test/functions/v1/send-mail',
      { authorization: `Bearer ${keys.secretKey}`, apikey: keys.secretKey },
    ],
  ])
  await schedule.stop()
})
