import { expect, test } from 'vitest'
import { dueState, dueText } from '@/shared/domain/tasks/due'
import { dateField, dueRange, endOfDay } from './due'

/** Friday. */
const now = new Date(2026, 10, 20, 15, 0).getTime()
const task = (due_at: string | null, status = 'pending') => ({ due_at, status })
const on = (date: string) => task(endOfDay(date))

test('a due date is said as people say it', () => {
  const said = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'].map((date) =>
    dueText(on(date), now),
  )
  expect(said).toEqual(['2 days late', '1 day late', 'Today', 'Tomorrow', '22 Nov 2026'])
})

test('a task is late from the moment it was due, unless it is completed', () => {
  const anHourAgo = new Date(now - 3_600_000).toISOString()
  expect(dueState(task(anHourAgo), now)).toBe('late')
  expect(dueText(task(anHourAgo), now)).toBe('Today, late')
  expect(dueState(task(anHourAgo, 'completed'), now)).toBeNull()
  expect([dueState(on('2026-11-20'), now), dueState(on('2026-11-21'), now), dueState(task(null), now)]).toEqual([
    'today',
    'later',
    null,
  ])
})

test('this week ends with its Sunday, also on a Sunday', () => {
  const sunday = new Date(2026, 10, 22, 9).getTime()
  const monday = new Date(2026, 10, 23).toISOString()
  expect(dueRange('week', now)).toEqual({ from: new Date(2026, 10, 20).toISOString(), before: monday })
  expect(dueRange('week', sunday).before).toBe(monday)
  expect(dueRange('today', now).before).toBe(new Date(2026, 10, 21).toISOString())
  expect(dueRange('late', now)).toEqual({ from: null, before: new Date(now).toISOString() })
})

test('a date field goes there and back; a day that does not exist is none', () => {
  expect(dateField(endOfDay('2026-02-28'))).toBe('2026-02-28')
  expect([endOfDay('2026-02-30'), endOfDay(''), endOfDay('soon'), dateField(null)]).toEqual([null, null, null, ''])
})
