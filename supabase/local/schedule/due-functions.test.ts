import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createKeys } from '../gateway/keys.ts'
import { scheduleDueFunctions } from './due-functions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a sender is called when something of it is due, and never while nothing is', async () => {
  const keys = createKeys()
  const called: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    called.push([url, headers])
    return new Response('{}')
  })
  let due = ''
  const query = vi.fn(async (sql: string) => ({
    rows: [{ due: due !== '' && sql.includes(due) }],
    fields: [],
    affectedRows: 0,
  }))
  const schedule = scheduleDueFunctions({ query: query as never }, 'http://backend.test', keys, () => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(called).toEqual([])
  const headers = {
    authorization: `Bearer ${keys.secretKey}`,
    apikey: keys.secretKey,
    'content-type': 'application/json',
  }
  for (const [question, name] of [
    ['network_is_due', 'electronic-network'],
    ['mail_is_due', 'send-mail'],
    ['push_is_due', 'web-push'],
  ]) {
    due = question ?? ''
    await vi.advanceTimersByTimeAsync(3000)
    expect(called.splice(0)).toEqual([[`http://backend.test/functions/v1/${name}`, headers]])
  }
  await schedule.stop()
})
