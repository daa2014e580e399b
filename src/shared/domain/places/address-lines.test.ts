import { expect, test } from 'vitest'
import { addressLinesOf } from './address-lines.ts'

const place = { address: '1 Street\nYard', city: 'Town', postcode: 'Code' }

test.each([
  ['Portugal', ['1 Street', 'Yard', 'Code Town', 'Portugal']],
  ['US', ['1 Street', 'Yard', 'Town Code', 'US']],
  ['Malta', ['1 Street', 'Yard', 'Town Code', 'Malta']],
  ['Latvia', ['1 Street', 'Yard', 'Town, Code', 'Latvia']],
  ['the United Kingdom', ['1 Street', 'Yard', 'Town', 'Code', 'the United Kingdom']],
  ['Oman', ['1 Street', 'Yard', 'Code', 'Town', 'Oman']],
  ['Hungary', ['Town', '1 Street', 'Yard', 'Code', 'Hungary']],
  ['Atlantis', ['1 Street', 'Yard', 'Code Town', 'Atlantis']],
  [null, ['1 Street', 'Yard', 'Code Town']],
])('an address in %s', (country, lines) => {
  expect(addressLinesOf({ ...place, country })).toEqual(lines)
})

test('parts that are missing leave no gap, and a place that keeps the older order does', () => {
  expect(addressLinesOf({ address: null, city: 'Riga', postcode: ' ', country: 'LV' })).toEqual(['Riga', 'LV'])
  expect(addressLinesOf({ ...place, country: 'US' }, true)).toEqual(['1 Street', 'Yard', 'Code Town', 'US'])
})
