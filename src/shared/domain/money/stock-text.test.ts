import { afterEach, describe, expect, test } from 'vitest'
import { firstFormats, setFormats } from '../text/formats.ts'
import { feetFor, inStockUnit, stockPrice, stockText } from './stock-text.ts'

afterEach(() => setFormats(firstFormats))

describe('stock of a company in inches and feet', () => {
  const inFeet = () => setFormats({ ...firstFormats, length_unit: 'in', currency: 'USD' })

  test('amounts and prices say square feet and feet beside the unit of the stock', () => {
    inFeet()
    expect(stockText('239.75', 'm2')).toBe('239.75\u00a0m² (2,580.65\u00a0sq\u00a0ft)')
    expect(stockText('30.48', 'm')).toBe('30.48\u00a0m (100\u00a0ft)')
    expect(stockText('3', 'sheet')).toBe('3 sheets')
    expect(stockPrice('7.8', 'm2', 'm²')).toBe('$7.80\u00a0/\u00a0m² ($0.7246\u00a0/\u00a0sq\u00a0ft)')
  })

  test('what is typed in feet is stored in the unit of the stock, and reads back the same', () => {
    inFeet()
    expect([feetFor('m2'), feetFor('m'), feetFor('sheet')]).toEqual(['ft2', 'ft', null])
    for (let typed = 1; typed < 3000; typed += 7) {
      const { qty, unit } = inStockUnit(String(typed), 'ft2')
      expect(unit).toBe('m2')
      expect(stockText(qty, unit)).toContain(`(${typed.toLocaleString('en-GB')}\u00a0sq\u00a0ft)`)
    }
    expect(inStockUnit('12', 'roll')).toEqual({ qty: '12', unit: 'roll' })
  })
})

test('a metric company reads and types metres alone', () => {
  expect(stockText('239.75', 'm2')).toBe('239.75 m²')
  expect(stockPrice('7.8', 'm2', 'm²')).toBe('€7.80 / m²')
  expect(feetFor('m2')).toBeNull()
})
