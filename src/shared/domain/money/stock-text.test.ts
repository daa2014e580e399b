import { afterEach, describe, expect, test } from 'vitest'
import { firstFormats, setFormats } from '../text/formats.ts'
import {
  feetFor,
  inStockUnit,
  movedStock,
  readStock,
  stockDraft,
  stockPrice,
  stockText,
  storedPrice,
  typedPrice,
  typedWord,
} from './stock-text.ts'

afterEach(() => setFormats(firstFormats))

describe('stock of a company in inches and feet', () => {
  const inFeet = () => setFormats({ ...firstFormats, length_unit: 'in', currency: 'USD' })

  test('amounts and prices say square feet and feet first, and then the unit of the stock', () => {
    inFeet()
    expect(stockText('239.75', 'm2')).toBe('2,580.65\u00a0sq\u00a0ft (239.75\u00a0m²)')
    expect(stockText('30.48', 'm')).toBe('100\u00a0ft (30.48\u00a0m)')
    expect(stockText('3', 'sheet')).toBe('3 sheets')
    expect(movedStock('-2.2297', 'm2')).toBe('−24\u00a0sq\u00a0ft (2.2297\u00a0m²)')
    expect(movedStock('10', 'sheet')).toBe('+10 sheets')
    expect(stockPrice('7.8', 'm2', 'm²')).toBe('$0.7246\u00a0/\u00a0sq\u00a0ft ($7.80\u00a0/\u00a0m²)')
    expect([typedWord('m2'), typedWord('m'), typedWord('sheet'), typedWord('sheet', 1)]).toEqual([
      'sq ft',
      'ft',
      'sheets',
      'sheet',
    ])
  })

  test('what is typed in feet is stored in the unit of the stock, and reads back the same', () => {
    inFeet()
    expect([feetFor('m2'), feetFor('m'), feetFor('sheet')]).toEqual(['ft2', 'ft', null])
    for (let typed = 1; typed < 3000; typed += 7) {
      const { qty, unit } = inStockUnit(String(typed), 'ft2')
      expect(unit).toBe('m2')
      expect(stockText(qty, unit)).toContain(`${typed.toLocaleString('en-GB')}\u00a0sq\u00a0ft (`)
      expect(readStock(stockDraft(qty, unit), unit)).toEqual({ value: qty })
    }
    expect(inStockUnit('12', 'roll')).toEqual({ qty: '12', unit: 'roll' })
    for (const price of ['0.6', '0.0557', '5.25', '12.3456'])
      expect(Number(typedPrice(storedPrice(price, 'm2'), 'm2'))).toBe(Number(price))
  })

  test('a number alone is square feet, and every other way to write an area is understood', () => {
    inFeet()
    const read = (typed: string) => readStock(typed, 'm2', { aboveZero: true, side: '1371.6' })
    for (const typed of ['24', '24 sq ft', '24sqft', '24 SF', '24 ft²', '24 square feet', `3' x 8'`, '36" × 96"'])
      expect([typed, read(typed)]).toEqual([typed, { value: '2.2297' }])
    expect(read('2.2297 m²')).toEqual({ value: '2.2297' })
    expect(read('54" x 98"')).toEqual({ value: '3.4142' })
    // A length alone is taken off the whole width of a roll.
    expect(read(`8'2"`)).toEqual({ value: '3.4142' })
    expect(readStock(`8'2"`, 'm2')).toEqual({ problem: 'Write square feet, 24, or both sides: 54" × 98"' })
    expect(read('24 gallons')).toEqual({ problem: 'Write square feet, 24, or both sides: 54" × 98"' })
    expect(read('0')).toEqual({ problem: 'Please enter an amount above zero' })
    expect(readStock('11,000,000', 'm2')).toEqual({
      problem: 'At most 10,763,910.42\u00a0sq\u00a0ft (1,000,000\u00a0m²)',
    })
  })

  test('a run is feet, and pieces stay whole numbers', () => {
    inFeet()
    for (const typed of ['100', '100 ft', "100'", '30.48 m'])
      expect(readStock(typed, 'm')).toEqual({ value: '30.4800' })
    expect(readStock(`8'2"`, 'm')).toEqual({ value: '2.4892' })
    expect(readStock('2', 'sheet')).toEqual({ value: '2' })
    expect(readStock('2.5', 'sheet')).toEqual({ problem: 'Please enter a whole number' })
  })
})

test('a metric company reads and types metres alone, and understands feet', () => {
  expect(stockText('239.75', 'm2')).toBe('239.75 m²')
  expect(movedStock('-2.5', 'm2')).toBe('−2.5 m²')
  expect(stockPrice('7.8', 'm2', 'm²')).toBe('€7.80 / m²')
  expect([feetFor('m2'), typedWord('m2'), stockDraft('2.5000', 'm2')]).toEqual([null, 'm²', '2.5'])
  expect(readStock('2.5', 'm2')).toEqual({ value: '2.5000' })
  expect(readStock('24 sq ft', 'm2')).toEqual({ value: '2.2297' })
  expect(readStock('1.2 m × 2.5 m', 'm2')).toEqual({ value: '3.0000' })
  expect(readStock('1200 × 2500', 'm2')).toEqual({ value: '3.0000' })
})
