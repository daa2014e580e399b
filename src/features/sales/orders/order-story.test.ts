import { expect, test } from 'vitest'
import { orderEventDetail } from './order-story'

test('a moved day says which of the days moved, from when to when', () => {
  const both = { promised_from: '2026-12-14', promised_to: '2026-12-10', due_from: '2026-12-12', due_to: '2026-12-10' }
  expect(orderEventDetail(both, 'days_moved')).toBe(
    ': promised 10 Dec 2026, was 14 Dec 2026; due 10 Dec 2026, was 12 Dec 2026',
  )
  expect(orderEventDetail({ due_to: '2026-12-10' }, 'days_moved')).toBe(': due 10 Dec 2026')
  expect(orderEventDetail({ promised_from: '2026-12-14', promised_to: 'no day' }, 'days_moved')).toBe(
    ': promised no day, was 14 Dec 2026',
  )
  expect(orderEventDetail({ reason: 'No glass' }, 'held')).toBe(': No glass')
})
