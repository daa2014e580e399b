import { expect, test } from 'vitest'
import { dayOf, dueAfterPromise, movedBy, withFollowing } from './day-of-order'

test('an order is due by the earlier of its days, and cannot be finished after the promised one', () => {
  const days = { due_date: '2026-12-08', promised_date: '2026-11-30' }
  expect(dayOf(days)).toBe('2026-11-30')
  expect(dueAfterPromise(days)).toEqual({ due_date: 'It is promised for 30 Nov 2026: it has to be finished by then' })
  expect(dueAfterPromise({ ...days, due_date: '2026-11-30' })).toEqual({})
  expect(dueAfterPromise({ ...days, promised_date: null })).toEqual({})
})

test('a day of finishing that nobody touched follows a promise that became earlier, and one that it was the day of', () => {
  const was = { due_date: '2026-12-11', promised_date: '2026-12-11' }
  const earlier = { ...was, promised_date: '2026-12-01' }
  expect(withFollowing(was, earlier)).toEqual({ due_date: '2026-12-01', promised_date: '2026-12-01' })
  expect(withFollowing({ ...was, promised_date: null }, earlier).due_date).toBe('2026-12-01')
  const later = { ...was, promised_date: '2026-12-20' }
  expect(withFollowing(was, later)).toEqual({ due_date: '2026-12-20', promised_date: '2026-12-20' })
  const ownDay = { due_date: '2026-12-09', promised_date: '2026-12-11' }
  expect(withFollowing(ownDay, { ...ownDay, promised_date: '2026-12-20' }).due_date).toBe('2026-12-09')
  const none = { due_date: null, promised_date: null }
  expect(withFollowing(none, { ...none, promised_date: '2026-12-20' }).due_date).toBe('2026-12-20')
  const both = { due_date: '2026-12-05', promised_date: '2026-12-01' }
  expect(withFollowing(was, both)).toEqual(both)
  const due = { ...was, due_date: '2026-12-30' }
  expect(withFollowing(was, due)).toEqual(due)
})

test('a moved day takes along the open jobs that had it, had none or would be too late, and says where to', () => {
  const was = { due_date: '2026-12-11', promised_date: '2026-12-11' }
  const jobs = [
    ['had it', 'in_production', '2026-12-11'],
    ['had none', 'new', null],
    ['too late', 'new', '2026-12-20'],
    ['earlier day of its own', 'new', '2026-12-01'],
    ['made', 'ready', '2026-12-11'],
  ].map(([name, status, due_date]) => ({ name, status: status!, due_date: due_date ?? null }))
  const moved = movedBy(was, withFollowing(was, { ...was, promised_date: '2026-12-04' }), jobs)
  expect(moved?.to).toBe('2026-12-04')
  expect(moved?.jobs.map(({ name }) => name)).toEqual(['had it', 'had none', 'too late'])
  expect(movedBy(was, { ...was, promised_date: '2026-12-18' }, jobs)).toBeNull()
})
