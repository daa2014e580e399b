import { expect, test } from 'vitest'
import { priceIn, worthAt } from './price-in'

// That the database computes the same is shown by supabase/tests/trade-agreement.test.ts.
test('a price in the currency of the books keeps its four decimals; in another it has cents, and half a cent is rounded up', () => {
  expect(priceIn('0.1180', '1.00000000')).toBe('0.1180')
  expect(priceIn('58.0000', '0.92000000')).toBe('63.04')
  expect(priceIn('40.10', '0.8')).toBe('50.13')
  expect(priceIn('0', '0.8')).toBe('0.00')
})

test('an amount in another currency is worth its rate in the books', () => {
  expect(worthAt('100.00', '0.92000000')).toBe('92.00')
  expect(worthAt('0.05', '0.9')).toBe('0.05')
  expect(worthAt('12.34', '1')).toBe('12.34')
})
