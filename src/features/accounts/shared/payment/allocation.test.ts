import { expect, test } from 'vitest'
import { oldestFirst, sumOf } from './allocation'

const open = [
  { id: 'a', number: 'INV-1', due_date: '2026-01-01', balance: '100.10' },
  { id: 'b', number: 'INV-2', due_date: '2026-02-01', balance: '50.00' },
]

test('a payment settles the oldest due first; what is left stays credit, to the cent', () => {
  expect(oldestFirst('100.11', open)).toEqual({
    parts: [
      { invoice_id: 'a', amount: '100.10' },
      { invoice_id: 'b', amount: '0.01' },
    ],
    credit: '0.00',
  })
  expect(oldestFirst('200.00', open)).toMatchObject({ credit: '49.90' })
  expect(oldestFirst('0.29', open)).toEqual({ parts: [{ invoice_id: 'a', amount: '0.29' }], credit: '0.00' })
  expect(oldestFirst('10.00', [])).toEqual({ parts: [], credit: '10.00' })
})

test('parts are summed exactly', () => {
  expect(sumOf([{ amount: '0.10' }, { amount: '0.20' }])).toBe('0.30')
  expect(sumOf([])).toBe('0.00')
})
