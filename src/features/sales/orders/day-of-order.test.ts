import { expect, test } from 'vitest'
import { dayOf, dueAfterPromise } from './day-of-order'

test('an order is due by the earlier of its days, and cannot be finished after the promised one', () => {
  const days = { due_date: '2026-12-08', promised_date: '2026-11-30' }
  expect(dayOf(days)).toBe('2026-11-30')
  expect(dueAfterPromise(days)).toEqual({ due_date: 'It is promised for 30 Nov 2026: it has to be finished by then' })
  expect(dueAfterPromise({ ...days, due_date: '2026-11-30' })).toEqual({})
  expect(dueAfterPromise({ ...days, promised_date: null })).toEqual({})
})
