import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scheduleRecurringPayments } from './recurring-payments.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('recurring payments are made at the start and once an hour, until it stops', async () => {
  const query = vi.fn(async () => ({ rows: [], fields: [], affectedRows: 0 }))
  const schedule = scheduleRecurringPayments({ query }, () => {})
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000)
  expect(query.mock.calls).toEqual(Array(3).fill(['select private.make_recurring()']))
  await schedule.stop()
})
