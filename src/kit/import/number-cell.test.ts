import { expect, test } from 'vitest'
import { guessDecimals, possibleDecimals, readAmountCell, readNumber } from './number-cell'

test.each([
  ['1.234,56', '1234.56', null],
  ['1,234.56', null, '1234.56'],
  ['1.234', '1234', '1.234'],
  ['12,5', '12.5', null],
  ['1 234', '1234', '1234'],
  ['1’234.50', null, '1234.50'],
  ['€ 45', '45', '45'],
  ['EUR 45', '45', '45'],
  ['(12)', '-12', '-12'],
  ['12-', '-12', '-12'],
  ['−0', '0', '0'],
  ['12.34.56', null, null],
  ['1,5,2', null, null],
  ['12 pcs', null, null],
  ['', null, null],
  ['€', null, null],
  ['1e3', null, null],
])('the number %s is %s with a decimal comma, %s with a point', (typed, withComma, withPoint) => {
  expect(readNumber(typed, 'comma')).toBe(withComma)
  expect(readNumber(typed, 'point')).toBe(withPoint)
})

test('the sign of decimals is guessed from what is beyond doubt', () => {
  expect(guessDecimals(['1.234', '12,50', ''])).toBe('comma')
  expect(guessDecimals(['1,234', '12.5'])).toBe('point')
  expect(guessDecimals(['1.234,5'])).toBe('comma')
  expect(guessDecimals(['1.234', '7', 'Vinyl'])).toBe(null)
})

test.each([
  [['12.000', '3.210,5', '4.500,25'], ['comma']],
  [['12.000', '5.5'], ['point']],
  [['1.234'], ['comma']],
  [['1,234', '12'], ['point']],
  [
    ['12.000', '7'],
    ['point', 'comma'],
  ],
  [['12', '1 234', '€ 5'], ['point']],
  [
    ['1.234,50', '1,234.50'],
    ['point', 'comma'],
  ],
])('the amounts %s have the decimal sign %s', (cells, signs) => {
  expect(possibleDecimals(cells)).toEqual(signs)
})

test('an amount has two decimals at most, and its sign', () => {
  expect(['99.5-', '(1,269.58)', '−3', '1.234', '12.000', '-'].map((cell) => readAmountCell(cell, 'point'))).toEqual([
    '-99.50',
    '-1269.58',
    '-3.00',
    null,
    '12.00',
    null,
  ])
})
