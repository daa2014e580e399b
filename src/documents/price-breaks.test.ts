import { expect, test } from 'vitest'
import { breakTexts, isAscending, priceAt, readBreaks, writeBreaks } from './price-breaks'

const stored = '1:14 10:13.5 50:12'

test('the price is that of the band that the quantity reaches; below the first band it is the first price', () => {
  const prices = ['0.5', '1', '9.9999', '10', '49', '50', '100000'].map((qty) => priceAt(stored, qty))
  expect(prices).toEqual(['14', '14', '14', '13.5', '13.5', '12', '12'])
  expect(priceAt(null, '3')).toBeNull()
})

test('bands read as ranges of whole quantities, or from a quantity on', () => {
  const money = (text: string) => `€${text}`
  expect(breakTexts(stored, money)).toEqual(['1–9:\u00a0€14', '10–49:\u00a0€13.5', '50\u00a0and\u00a0more:\u00a0€12'])
  expect(breakTexts('1:5 2:4 3:3', money)).toEqual(['1:\u00a0€5', '2:\u00a0€4', '3\u00a0and\u00a0more:\u00a0€3'])
  expect(breakTexts('0.5:60 2.5:55', money)).toEqual(['from\u00a00.5:\u00a0€60', '2.5\u00a0and\u00a0more:\u00a0€55'])
  expect(writeBreaks(readBreaks(stored))).toBe(stored)
  expect(isAscending(readBreaks('1:2 9:1 10:1'))).toBe(true)
  expect(isAscending(readBreaks('10:2 9:1'))).toBe(false)
})
