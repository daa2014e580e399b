import { expect, test } from 'vitest'
import type { Waiting } from './api/to-invoice.query'
import { after, netOf, ordersOf, toggled, worthOf } from './queue'

const waiting = (order_id: string, contact_id: string, net = '10.10'): Waiting => ({
  order_id,
  contact_id,
  net,
  order_number: order_id,
  client_name: contact_id,
  project_title: null,
  currency: 'EUR',
  since: null,
  lines: 1,
  deposit_left: '0.00',
})
const rows = [waiting('a', 'hotel'), waiting('b', 'hotel', '0.20'), waiting('c', 'bakery')]

test('several orders of one client are chosen together; another client begins a new choice', () => {
  const two = toggled(rows, toggled(rows, new Set(), 'a'), 'b')
  expect([...two]).toEqual(['a', 'b'])
  expect([...toggled(rows, two, 'a')]).toEqual(['b'])
  expect([...toggled(rows, two, 'c')]).toEqual(['c'])
})

test('an invoice takes the chosen orders, or the marked one', () => {
  expect(netOf(ordersOf(rows, new Set(['a', 'b']), 'c'))).toBe('10.30')
  expect(ordersOf(rows, new Set(), 'c').map(({ order_id }) => order_id)).toEqual(['c'])
})

test('arrows stay within the queue', () => {
  expect(after('ArrowDown', rows, 'a')).toBe('b')
  expect(after('ArrowDown', rows, 'c')).toBe('c')
  expect(after('ArrowUp', rows, 'a')).toBe('a')
  expect(after('End', rows, 'a')).toBe('c')
  expect(after('ArrowDown', rows, null)).toBe('a')
})

test('orders in several currencies are summed in that of the books at their rates; an unknown rate is no sum', () => {
  const dollars = { ...waiting('d', 'diner', '100.00'), currency: 'USD' }
  expect(worthOf(rows, 'EUR')).toEqual({ net: '20.40', hasForeign: false })
  expect(worthOf([...rows, { ...dollars, rate: '0.92000000' }], 'EUR')).toEqual({ net: '112.40', hasForeign: true })
  expect(worthOf([...rows, dollars], 'EUR')).toBeNull()
})
