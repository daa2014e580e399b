import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scheduleExpiringQuotations } from './expiring-quotations.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('quotations expire at the start and once an hour, until it stops', async () => {
  const query = vi.fn(async () => ({ rows: [], fields: [], affectedRows: 0 }))
  const schedule = scheduleExpiringQuotations({ query }, () => {})
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000)
  expect(query.mock.calls).toEqual(Array(3).fill(['select private.expire_quotations()']))
  await schedule.stop()
})
