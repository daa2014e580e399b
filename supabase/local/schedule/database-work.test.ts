import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseWork, scheduleDatabaseWork } from './database-work.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('each work is done at the start and by its clock, until it stops', async () => {
  const query = vi.fn(async () => ({ rows: [], fields: [], affectedRows: 0 }))
  const schedule = scheduleDatabaseWork({ query }, () => {})
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  const done = Map.groupBy(query.mock.calls as unknown as [string][], ([statement]) => statement)
  const times = Object.fromEntries([...done].map(([statement, { length }]) => [statement, length]))
  const expected = Object.entries(databaseWork).map(([statement, everyMinutes]) => [statement, 1 + 60 / everyMinutes])
  expect(times).toEqual(Object.fromEntries(expected))
  await schedule.stop()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(query).toHaveBeenCalledTimes(Object.values(times).reduce((all, one) => all + one, 0))
})

test('a failed run is reported, the others and the next one still come; runs never overlap', async () => {
  const failures: unknown[] = []
  const reminders = 'select private.send_due_reminders()'
  const asked: string[] = []
  const query = vi.fn(async (statement: string) => {
    asked.push(statement)
    if (statement !== reminders) return { rows: [], fields: [], affectedRows: 0 }
    if (asked.filter((one) => one === reminders).length === 1) throw new Error('the database sleeps')
    return new Promise<never>(() => {})
  })
  scheduleDatabaseWork({ query: query as never }, (failure) => failures.push(failure))
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(failures).toEqual([new Error('the database sleeps')])
  expect(asked.filter((one) => one === reminders)).toHaveLength(2)
  expect(asked.filter((one) => one === 'select private.make_recurring()')).toHaveLength(2)
})
