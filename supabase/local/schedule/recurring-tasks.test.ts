import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scheduleRecurringTasks } from './recurring-tasks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('tasks that come again are made at the start and every 15 minutes, until it stops', async () => {
  const query = vi.fn(async () => ({ rows: [], fields: [], affectedRows: 0 }))
  const schedule = scheduleRecurringTasks({ query }, () => {})
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  expect(query.mock.calls).toEqual(Array(3).fill(['select private.make_recurring_tasks()']))
  await schedule.stop()
})
