import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scheduleDueReminders } from './due-reminders.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('reminders are sent at the start and every five minutes, until it stops', async () => {
  const query = vi.fn(async () => ({ rows: [], fields: [], affectedRows: 0 }))
  const schedule = scheduleDueReminders({ query }, () => {})
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(query.mock.calls).toEqual(Array(3).fill(['select private.send_due_reminders()']))
  await schedule.stop()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(query).toHaveBeenCalledTimes(3)
})

test('a failed run is reported and the next one still comes; runs never overlap', async () => {
  const failures: unknown[] = []
  const query = vi
    .fn<() => Promise<never>>()
    .mockRejectedValueOnce('the database sleeps')
    .mockReturnValue(new Promise<never>(() => {}))
  scheduleDueReminders({ query }, (failure) => failures.push(failure))
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(failures).toEqual(['the database sleeps'])
  expect(query).toHaveBeenCalledTimes(2)
})
