import { expect, test } from 'vitest'
import { settledOn } from './settled-on'

const typed = '2026-11-28T09:00:00Z'
const part = {
  amount: '100.00',
  allocated_on: '2026-11-28',
  created_at: typed,
  payment: { received_on: '2026-11-20', created_at: typed },
}

test('money that is recorded for an invoice settles it on the day that it came', () =>
  expect(settledOn(part)).toBe('2026-11-20'))

test('credit that is used later settles on the day that it is used', () =>
  expect(settledOn({ ...part, payment: { received_on: '2026-11-01', created_at: '2026-11-02T09:00:00Z' } })).toBe(
    '2026-11-28',
  ))

test('a part that is taken back has the day of that act', () =>
  expect(settledOn({ ...part, amount: '-100.00' })).toBe('2026-11-28'))

test('nothing is settled before the money is there', () =>
  expect(settledOn({ ...part, payment: { received_on: '2026-12-05', created_at: 'before' } })).toBe('2026-12-05'))
