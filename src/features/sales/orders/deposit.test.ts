import { expect, test } from 'vitest'
import { cancelWords, depositWords, toInvoiceWords } from './deposit'

const order = {
  status: 'in_production',
  deposit_amount: '395.00',
  deposit_paid: '395.00',
  deposit_back: '0.00',
}

test('a paid deposit says its amount', () => {
  expect(depositWords(order)).toBe('€395.00 paid')
  expect(depositWords({ ...order, deposit_paid: '100.00' })).toBe('€100.00 of €395.00')
  expect(depositWords({ ...order, currency: 'USD' })).toBe('$395.00 paid')
})

test('a deposit that was credited says so, and what is due again', () => {
  const credited = { ...order, deposit_paid: '0.00', deposit_back: '395.00' }
  expect(depositWords(credited)).toBe('€395.00 due, €395.00 credited')
  expect(depositWords({ ...credited, deposit_paid: '195.00', deposit_back: '200.00' })).toBe(
    '€195.00 of €395.00, €200.00 credited',
  )
  expect(depositWords({ ...credited, deposit_amount: '0.00' })).toBe('€395.00 credited')
  expect(depositWords({ ...credited, status: 'cancelled' })).toBe('€395.00 credited')
})

test('what is left to invoice says how much of it a draft holds; a cancelled order says nothing', () => {
  expect(toInvoiceWords({ amount: '690.00', drafted: '0.00' }, 'EUR')).toBe('€690.00')
  expect(toInvoiceWords({ amount: '690.00', drafted: '230.00' }, 'EUR')).toBe('€690.00, €230.00 of it on a draft')
  expect(toInvoiceWords(null, 'EUR')).toBeNull()
})

test('cancelling says that an open deposit invoice is credited', () => {
  expect(cancelWords('0.00', 'EUR', 'INV-2026-0301')).toBe(
    'The open deposit invoice INV-2026-0301 is credited. Its jobs and open payment requests are cancelled too.',
  )
})
