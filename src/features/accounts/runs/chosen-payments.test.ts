import { expect, test } from 'vitest'
import type { Candidate } from './api/runs.query'
import { totalOf } from './chosen-payments'

const of = (supplier_id: string, supplier_number: string, amount: string): Candidate => ({
  id: supplier_number,
  supplier_id,
  supplier: supplier_id,
  supplier_number,
  due_date: null,
  scheduled_for: null,
  currency: 'EUR',
  open: amount,
  amount,
  discount: '0.00',
  discount_until: null,
  iban: null,
  is_known_account: true,
  why: null,
  bank_note: null,
  is_suggested: true,
  is_credit: amount.startsWith('-'),
})

test('credit notes take off what is paid to their supplier, never more than that, and nobody else’s', () => {
  const bills = [of('a', 'A-1', '100.00'), of('a', 'A-2', '50.00'), of('b', 'B-1', '10.00')]
  expect(totalOf(bills)).toEqual({ total: '160.00', payments: 3 })
  expect(totalOf([...bills, of('a', 'C-1', '-120.00')])).toEqual({ total: '40.00', payments: 2 })
  expect(totalOf([...bills, of('a', 'C-1', '-120.00'), of('a', 'C-2', '-60.00')])).toEqual({
    total: '10.00',
    payments: 1,
  })
  expect(totalOf([of('b', 'C-1', '-5.00')])).toEqual({ total: '0.00', payments: 0 })
})
