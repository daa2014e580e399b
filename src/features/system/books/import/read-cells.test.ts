import { expect, test } from 'vitest'
import { guessDays, guessDecimals, readCell, readNumber } from './read-cells'

const comma = { decimals: 'comma', lengths: 'mm', days: 'dmy' } as const
const point = { decimals: 'point', lengths: 'in', days: 'mdy' } as const

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

test('the order of days is guessed from what is beyond doubt', () => {
  expect(guessDays(['01/02/2026', '13/02/2026'])).toBe('dmy')
  expect(guessDays(['01/02/2026', '02/13/2026'])).toBe('mdy')
  expect(guessDays(['2026-01-02'])).toBe('ymd')
  expect(guessDays(['01/02/2026', ''])).toBe(null)
})

test.each([
  ['amount', '12,345', comma, { problem: 'At most 2 decimals: “12,345”' }],
  ['price', '0,1234', comma, { value: '0.1234' }],
  ['amount', 'many', comma, { problem: '“many” is not a number with a decimal comma' }],
  ['length', '96', point, { value: '2438.400' }],
  ['length', '1.525,5', comma, { value: '1525.500' }],
  ['tax', '19,00 %', comma, { value: '19' }],
  ['tax', 'Standard', comma, { value: 'Standard' }],
  ['unit', 'm²', comma, { value: 'm2' }],
  ['unit', 'Sq. Ft.', point, { value: 'ft2' }],
  ['unit', 'barrel', comma, { problem: '“barrel”: This unit is not known' }],
  ['day', '31.12.2026', comma, { value: '2026-12-31' }],
  ['day', '1/2/26 10:15', comma, { value: '2026-02-01' }],
  ['day', '1/2/2026', point, { value: '2026-01-02' }],
  ['day', '2026-02-01T08:00:00Z', point, { value: '2026-02-01' }],
  ['day', '31.12.2026', point, { problem: '“31.12.2026” is not a day like 12/31/2026' }],
  ['day', '31.02.2026', comma, { problem: '“31.02.2026” is not a day like 31.12.2026' }],
  ['whole', '30,5', comma, { problem: '“30,5” is not a whole number' }],
  ['whole', '', comma, { value: '' }],
] as const)('a cell of type %s: %s', (type, typed, style, read) => {
  expect(readCell(typed, type, style)).toEqual(read)
})
