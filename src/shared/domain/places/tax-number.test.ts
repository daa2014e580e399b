import { expect, test } from 'vitest'
import { taxNumberText } from './tax-number'

test('an EIN has its dash, and other numbers stay as they are stored', () => {
  expect(taxNumberText('741234567', 'United States')).toBe('74-1234567')
  expect(taxNumberText('741234567', 'US')).toBe('74-1234567')
  // A permit for the sales tax in Texas has eleven digits; nine digits elsewhere are no EIN.
  expect(taxNumberText('32012345678', 'US')).toBe('32012345678')
  expect(taxNumberText('741234567', 'Portugal')).toBe('741234567')
  expect(taxNumberText('DE123456789', null)).toBe('DE123456789')
})
