import { expect, test } from 'vitest'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { guessDays, readCell, shownCell } from './read-cells'

const comma = { decimals: 'comma', lengths: 'mm', days: 'dmy' } as const
const point = { decimals: 'point', lengths: 'in', days: 'mdy' } as const

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
  ['whole', '30 Tage netto', comma, { value: '30' }],
  ['whole', 'bald', comma, { problem: '“bald” is not a number with a decimal comma' }],
  ['country', 'Österreich', comma, { value: 'Österreich' }],
  ['country', 'Narnia', comma, { left: 'Country: “Narnia” is not known, and is left out' }],
  ['email', 'nobody', comma, { left: 'Email: “nobody” cannot be read, and is left out' }],
] as const)('a cell of type %s: %s', (type, typed, style, read) => {
  expect(readCell(typed, type, style)).toEqual(read)
})

test.each([
  ['amount', '1118.00', '1.118,00\u00a0€', '$1,118.00'],
  ['price', '12.5000', '12,50\u00a0€', '$12.50'],
  ['quantity', '1003.5000', '1.003,5', '1,003.5'],
  ['day', '2025-12-31', '31.12.2025', '12/31/2025'],
  ['length', '2438.400', '2.438,4 mm', '96"'],
  ['tax', '8.25', '8,25 %', '8.25 %'],
  ['tax', 'Standard', 'Standard', 'Standard'],
  ['unit', 'm2', 'm²', 'm²'],
  ['whole', '30', '30', '30'],
] as const)('the check shows a cell of type %s as the company writes it', (type, value, munich, austin) => {
  setFormats({ ...firstFormats, number_style: 'comma', date_style: 'day_dots' })
  expect(shownCell(value, type)).toBe(munich)
  setFormats({ ...firstFormats, currency: 'USD', date_style: 'month_first', length_unit: 'in' })
  expect(shownCell(value, type)).toBe(austin)
  setFormats(firstFormats)
})
