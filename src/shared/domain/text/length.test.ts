import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import {
  firstFormats,
  type LengthUnit,
  lengthUnits,
  type NumberStyle,
  numberLocale,
  numberStyles,
  setFormats,
} from './formats'
import {
  areaText,
  bareLength,
  lengthText,
  readMillimetres,
  runText,
  sidesText,
  sixtyFourthsOf,
  typedSides,
} from './length'
import { exact } from '../money/decimal'

afterEach(() => setFormats(firstFormats))

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

test.each([
  ['1,200 mm', '1200.00'],
  ['8\' 0"', '2438.40'],
  ['50 ½"', '1282.70'],
  ['4ft 2 1/2', '1282.70'],
  ['4\'-2 1/2"', '1282.70'],
  ['96-1/2"', '2451.10'],
  ['11/2"', '139.70'],
])('%s is %s mm, whatever its figures look like', (typed, value) =>
  expect(readMillimetres(typed, rule)).toEqual({ value }),
)

const seen = (length_unit: LengthUnit, number_style: NumberStyle = 'point') => ({ length_unit, number_style })

test.each([
  ['in', '96', '2438.40'],
  ['in', '96 1/2', '2451.10'],
  ['in', '1/16', '1.59'],
  ['in', '2440 mm', '2440.00'],
  ['cm', '120', '1200.00'],
  ['cm', '96"', '2438.40'],
  ['m', '1.2', '1200.00'],
  ['m', '30mm', '30.00'],
] as const)('a number alone is in the unit that is seen, %s: %s is %s mm', (unit, typed, value) => {
  expect(readMillimetres(typed, rule, seen(unit))).toEqual({ value })
})

test.each([
  ['cm', 'Write centimetres, or a size with its unit: 96", 4 ft, 120 cm'],
  ['m', 'Write metres, or a size with its unit: 96", 4 ft, 120 cm'],
  ['in', 'Write inches, or a size with its unit: 96", 4 ft, 120 cm'],
] as const)('what is no length is refused in the unit that is seen: %s', (unit, problem) => {
  for (const typed of ['four', '4 yd', '1/3"', '961/2/2', '12 min'])
    expect(readMillimetres(typed, rule, seen(unit))).toEqual({ problem })
  expect(readMillimetres('-4', rule, seen(unit))).toHaveProperty('problem')
})

test('limits are said in the unit that is seen', () => {
  expect(readMillimetres('4000 ft', rule, seen('in'))).toEqual({ problem: `At most 39,370.0787"` })
  expect(readMillimetres('20000', { ...rule, most: '30480' }, seen('in'))).toEqual({ problem: `At most 100'` })
  expect(readMillimetres('0.5', { ...rule, least: '10' }, seen('cm'))).toEqual({ problem: 'At least 1 cm' })
})

test('a Swiss thousand is no foot', () => {
  expect(readMillimetres('1’200', rule, seen('mm', 'apostrophe'))).toEqual({ value: '1200.00' })
  expect(readMillimetres('1\' 2"', rule, seen('mm', 'apostrophe'))).toEqual({ value: '355.60' })
})

test.each([
  ['2438.40', 'in', '96"'],
  ['1219.20', 'in', '48"'],
  ['3048', 'in', `10'`],
  ['3810.00', 'in', `12' 6"`],
  ['1282.70', 'in', '50 1/2"'],
  ['1.59', 'in', '1/16"'],
  ['0.00', 'in', '0"'],
  ['2440.00', 'in', '96.063"'],
  ['2438.40', 'mm', '2,438.4 mm'],
  ['2438.40', 'cm', '243.84 cm'],
  ['2438.40', 'm', '2.4384 m'],
] as const)('%s mm in %s is written %s', (mm, length_unit, text) => expect(lengthText(mm, { length_unit })).toBe(text))

test('a size names its unit once, and inches at each side', () => {
  expect(sidesText(['3000.00', '750.00'], { length_unit: 'mm' })).toBe('3,000 × 750 mm')
  expect(sidesText(['3000.00', '750.00'], { length_unit: 'mm', locale: 'de' })).toBe('3.000 × 750 mm')
  expect(sidesText(['2438.40', '1219.20'], { length_unit: 'in' })).toBe('96" × 48"')
})

test('areas and runs are square feet and feet where lengths are inches', () => {
  expect([areaText('4.575', { length_unit: 'cm' }), areaText('4.575', { length_unit: 'in' })]).toEqual([
    '4.575 m²',
    '49.24 sq ft',
  ])
  expect([runText('18', { length_unit: 'mm' }), runText('18', { length_unit: 'in' })]).toEqual(['18 m', '59.06 ft'])
})

test.each([
  [`8' × 4'`, [`8'`, `4'`]],
  [`8 x 4 ft`, ['8 ft', '4 ft']],
  [`96x48"`, ['96"', '48"']],
  ['2440 by 1220', ['2440', '1220']],
  ['1.2 m', ['1.2 m']],
])('%s has the sides %o', (typed, sides) => expect(typedSides(typed)).toEqual(sides))

const units = fc.constantFrom(...(Object.keys(lengthUnits) as LengthUnit[]))
const styles = fc.constantFrom(...(Object.keys(numberStyles) as NumberStyle[]))
const hundredths = fc.integer({ min: 0, max: 100_000_000 })

test('every stored length is read back from the text that shows it, in every unit and style of numbers', () => {
  fc.assert(
    fc.property(hundredths, units, styles, (stored, length_unit, style) => {
      const mm = (stored / 100).toFixed(2)
      setFormats({ ...firstFormats, length_unit, number_style: style })
      for (const shown of [lengthText(mm), bareLength(mm)]) expect(readMillimetres(shown, rule)).toEqual({ value: mm })
    }),
    { numRuns: 2000 },
  )
})

test('inches typed in 64ths are stored, shown and typed again as they were', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 64 * 119 }), styles, (count, style) => {
      const [whole, over] = [Math.floor(count / 64), count % 64]
      const divisor = [64, 32, 16, 8, 4, 2].find((each) => over % each === 0) ?? 1
      const part = over === 0 ? '' : `${over / divisor}/${64 / divisor}`
      const typed = `${[whole > 0 || part === '' ? String(whole) : '', part].filter(Boolean).join(' ')}"`
      const read = readMillimetres(typed, rule, seen('in', style))
      const mm = 'value' in read ? read.value : ''
      expect(sixtyFourthsOf(exact(mm))).toBe(BigInt(count))
      expect(bareLength(mm, { length_unit: 'in', locale: numberLocale(style) })).toBe(typed)
      expect(readMillimetres(typed.replace('"', ''), rule, seen('in', style))).toEqual(read)
    }),
    { numRuns: 2000 },
  )
})

test('feet and inches in 16ths come back, also where whole millimetres are stored', () => {
  fc.assert(
    fc.property(fc.integer({ min: 120 * 16, max: 100 * 12 * 16 }), (count) => {
      const typed = `${count / 16}"`
      const read = readMillimetres(typed, { ...rule, places: 0 }, seen('in'))
      const mm = 'value' in read ? read.value : ''
      const shown = bareLength(mm, { length_unit: 'in' }, 0)
      expect(readMillimetres(shown, { ...rule, places: 4 }, seen('in'))).toEqual(
        readMillimetres(typed, { ...rule, places: 4 }, seen('in')),
      )
    }),
    { numRuns: 1000 },
  )
})

test('millimetres, centimetres and metres come back as they were typed', () => {
  fc.assert(
    fc.property(hundredths, fc.constantFrom('mm', 'cm', 'm'), (stored, unit) => {
      const typed = String(exact((stored / 100).toFixed(2)).units)
      const scale = { mm: 2, cm: 3, m: 5 }[unit]
      const plain = typed.padStart(scale + 1, '0')
      const text = `${plain.slice(0, -scale)}.${plain.slice(-scale)}`
      const read = readMillimetres(text, rule, seen(unit))
      const mm = 'value' in read ? read.value : ''
      expect(Number(bareLength(mm, { length_unit: unit, locale: 'en' }).replaceAll(',', ''))).toBe(Number(text))
    }),
    { numRuns: 1000 },
  )
})
