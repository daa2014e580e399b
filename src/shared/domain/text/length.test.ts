import { expect, test } from 'vitest'
import { readMillimetres } from './length'

const rule = { places: 2, least: '0', most: '1000000' }

test.each([
  ['1200', '1200.00'],
  ['1,200.5', '1200.50'],
  ['96"', '2438.40'],
  ['96 in', '2438.40'],
  ['4ft', '1219.20'],
  ["4'", '1219.20'],
  ['4′ 6″', '1371.60'],
  ['4\' 6 1/2"', '1384.30'],
  ['1/2"', '12.70'],
  ['3/16 in', '4.76'],
  ['5.5"', '139.70'],
  ['120 cm', '1200.00'],
  ['1,2 m', '1200.00'],
  ['30mm', '30.00'],
])('%s is %s mm', (typed, value) => expect(readMillimetres(typed, rule)).toEqual({ value }))

test.each(['four feet', '4 yd', '4ft6ft', '1/3"', '12 x 4', '-4"'])('%s is refused in words', (typed) => {
  expect(readMillimetres(typed, rule)).toEqual({
    problem: 'Write millimetres, or a size with its unit: 96", 4 ft, 120 cm',
  })
})

test('a converted size keeps the limits of its field', () => {
  expect(readMillimetres('4000 ft', rule)).toEqual({ problem: 'At most 1,000,000 mm' })
})
