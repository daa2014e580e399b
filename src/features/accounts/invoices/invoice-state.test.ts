import { expect, test } from 'vitest'
import { lateOf, stateOfRest } from './invoice-state'

const invoice = {
  status: 'partly_paid',
  state: 'part_written_off',
  gross: '100.00',
  balance: '50.00',
  due_date: '2026-12-01',
}

test('a part written off says of the rest that it waits, and after its day that it is overdue', () => {
  expect(stateOfRest(invoice, '2026-12-01')).toMatchObject({ label: 'Partly written off', tone: 'waits' })
  expect(stateOfRest(invoice, '2026-12-02')).toMatchObject({ label: 'Partly written off, overdue', tone: 'wrong' })
  expect(lateOf(invoice, '2026-12-02')).toBe(1)
})

test('nothing is owed of a settled invoice, whatever its day', () => {
  const settled = { ...invoice, status: 'paid', balance: '0.00' }
  expect(stateOfRest(settled, '2026-12-02')).toBe(null)
  expect(lateOf(settled, '2026-12-02')).toBe(null)
})

test('an invoice over 0.00 is not paid: there is nothing to pay', () => {
  const free = { ...invoice, status: 'paid', state: 'paid', gross: '0.00', balance: '0.00' }
  expect(stateOfRest(free, '2026-12-02')).toMatchObject({ label: 'Nothing to pay' })
  expect(stateOfRest({ ...free, gross: '100.00' }, '2026-12-02')).toBe(null)
  expect(stateOfRest({ ...free, state: 'draft' }, '2026-12-02')).toBe(null)
})
