import { expect, test } from 'vitest'
import { cancelWords, depositWords, toInvoiceOf } from './deposit'

const order = {
  status: 'in_production',
  gross: '790.00',
  deposit_amount: '395.00',
  deposit_paid: '395.00',
  deposit_back: '0.00',
  invoiced_pct: '0.00',
  drafted_pct: '0.00',
}

test('a paid deposit says its amount, and what is left to invoice beside it', () => {
  expect(depositWords(order)).toBe('€395.00 paid')
  expect(toInvoiceOf(order)).toBe('395.00')
  expect(depositWords({ ...order, deposit_paid: '100.00' })).toBe('€100.00 of €395.00')
  expect(toInvoiceOf({ ...order, deposit_paid: '100.00' })).toBe('690.00')
})

test('a deposit that was credited says so, and what is due again', () => {
  const credited = { ...order, deposit_paid: '0.00', deposit_back: '395.00' }
  expect(depositWords(credited)).toBe('€395.00 due, €395.00 credited')
  expect(toInvoiceOf(credited)).toBe('790.00')
  expect(depositWords({ ...credited, deposit_paid: '195.00', deposit_back: '200.00' })).toBe(
    '€195.00 of €395.00, €200.00 credited',
  )
  expect(depositWords({ ...credited, deposit_amount: '0.00' })).toBe('€395.00 credited')
  expect(depositWords({ ...credited, status: 'cancelled' })).toBe('€395.00 credited')
})

test('an order without a deposit, one that is invoiced in part, and a cancelled one say nothing of it', () => {
  expect(toInvoiceOf({ ...order, deposit_paid: '0.00' })).toBeNull()
  expect(toInvoiceOf({ ...order, invoiced_pct: '40.00' })).toBeNull()
  expect(toInvoiceOf({ ...order, drafted_pct: '40.00' })).toBeNull()
  expect(toInvoiceOf({ ...order, status: 'cancelled' })).toBeNull()
})

test('cancelling says that an open deposit invoice is credited', () => {
  expect(cancelWords('0.00', 'EUR', 'INV-2026-0301')).toBe(
    'The open deposit invoice INV-2026-0301 is credited. Its jobs and open payment requests are cancelled too.',
  )
})
