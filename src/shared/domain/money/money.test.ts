import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal, times, written } from './decimal'
import { toCsv } from '../text/csv'
import { numberLocale } from '../text/formats'
import { amountRule, formatMoney, formatPrice, moneyFloor, readAmount, readDecimal, shortDecimalText } from './money'

const of = (text: string | number) => decimal(text) ?? expect.fail(`${text} is a decimal`)

describe('money is rounded down, toward zero, to two decimals', () => {
  test.each([
    [0.29, '0.29'],
    [1.005, '1.00'],
    [2.675, '2.67'],
    [8.2, '8.20'],
    [-0.001, '0.00'],
    [-1.999, '-1.99'],
    ['0.1', '0.10'],
    ['.5', '0.50'],
    ['5.', '5.00'],
    [1e-10, '0.00'],
    ['1000000000000000.1', '1000000000000000.10'],
    ['123456789012345678901234567890.129', '123456789012345678901234567890.12'],
    ['1e3', '1000.00'],
    [1e21, '1000000000000000000000.00'],
  ])('%s is %s', (value, expected) => expect(moneyFloor(value)).toBe(expected))

  test('0.1 * 3 is 0.30, and 8.2 * 100 is 820.00', () => {
    expect(moneyFloor(times(of('0.1'), of('3')))).toBe('0.30')
    expect(moneyFloor(times(of('8.2'), of('100')))).toBe('820.00')
  })

  test.each([Number.NaN, Infinity, -Infinity, '', '-', '.', 'abc', '1,5', '1e99999', '0x10'])(
    '%s is no number',
    (value) => expect(moneyFloor(value)).toBeNull(),
  )

  test('whole cents come through every way of writing them', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (cents) => {
        const text = written({ units: cents, scale: 2 })
        expect(moneyFloor(text)).toBe(text)
      }),
    ))

  test('the rest that is cut off is less than a cent, and never turns the sign', () =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
        fc.integer({ min: 0, max: 18 }),
        (units, scale) => {
          const cents = of(moneyFloor({ units, scale }) ?? '').units
          const rest = units * 10n ** BigInt(20 - scale) - cents * 10n ** 18n
          expect((rest < 0n ? -rest : rest) < 10n ** 18n).toBe(true)
          expect(units < 0n ? rest <= 0n : rest >= 0n).toBe(true)
        },
      ),
    ))
})

describe('money is shown as currency with exactly two fraction digits', () => {
  test.each([
    ['1234.5', 'EUR', '€1,234.50'],
    ['1234.999', 'USD', '$1,234.99'],
    ['-0.001', 'EUR', '€0.00'],
    ['100', 'JPY', '¥100.00'],
    ['9007199254740993.07', 'EUR', '€9,007,199,254,740,993.07'],
  ])('%s %s', (value, currency, expected) => expect(formatMoney(value, currency)).toBe(expected))

  test.each(['point', 'comma', 'space', 'apostrophe'] as const)(
    'below zero it has the minus sign and no hyphen: %s',
    (style) => {
      for (const currency of ['EUR', 'GBP', 'CHF', 'SEK'])
        for (const text of [
          formatMoney('-10.55', currency, numberLocale(style)),
          formatPrice('-0.1185', currency, numberLocale(style)),
        ])
          expect(
            [...text].filter((letter) => '-−'.includes(letter)),
            text,
          ).toEqual(['−'])
    },
  )

  test('a file that a machine reads keeps the hyphen', () => {
    expect(toCsv(['Amount'], [[moneyFloor('-10.559')]])).toContain('\r\n-10.55\r\n')
  })

  test('euro is the default, and what is no number is a dash', () => {
    expect([formatMoney(2), formatMoney(Number.NaN), formatMoney(Infinity)]).toEqual(['€2.00', '–', '–'])
  })
})

describe('what people type as an amount', () => {
  test.each([
    ['1', '1'],
    ['0', '0'],
    ['-1', '-1'],
    ['−1', '-1'],
    ['0.005', '0.005'],
    ['1,5', '1.5'],
    ['1.000,50', '1000.50'],
    ['1,000.50', '1000.50'],
    ['1.234.567', '1234567'],
    ['1,234,567.8', '1234567.8'],
    ['1,000', '1000'],
    ['-12,345', '-12345'],
    ['€1,041', '1041'],
    ['0,125', '0.125'],
    ['1,0000', '1.0000'],
    ['1.000', '1.000'],
    ['1 000,50', '1000.50'],
    ["1'000.50", '1000.50'],
    ['€ 12,30', '12.30'],
    ['12.30 EUR', '12.30'],
    ['$1,000.00', '1000.00'],
    ['999999999999999.99', '999999999999999.99'],
  ])('%s is %s', (typed, expected) => {
    const read = readAmount(typed)
    expect('amount' in read ? written(read.amount) : read.problem).toBe(expected)
  })

  test.each([
    ['1.000', 'comma', '1000'],
    ['-12.345', 'comma', '-12345'],
    ['1,000', 'comma', '1.000'],
    ['1.000,50', 'comma', '1000.50'],
    ['1,000', 'space', '1.000'],
    ['1 000,50', 'space', '1000.50'],
    ['1.000', 'apostrophe', '1.000'],
    ['1’000.50', 'apostrophe', '1000.50'],
  ] as const)('%s in a company that writes numbers by %s is %s', (typed, style, expected) => {
    const read = readAmount(typed, style)
    expect('amount' in read ? written(read.amount) : read.problem).toBe(expected)
  })

  test.each([
    ['', 'Please enter an amount'],
    ['  ', 'Please enter an amount'],
    ['-', 'Please enter an amount'],
    ['€', 'Please enter an amount'],
    ['abc', 'Please enter a number, for example 1,250.50'],
    ['1,2.3,4', 'Please enter a number, for example 1,250.50'],
    ['1.2.3', 'Please enter a number, for example 1,250.50'],
    ['12,34,567.8', 'Please enter a number, for example 1,250.50'],
    ['NaN', 'Please enter a number, for example 1,250.50'],
    ['Infinity', 'Please enter a number, for example 1,250.50'],
    ['1e3', 'Please enter a number, for example 1,250.50'],
    ['1E3', 'Please enter a number, for example 1,250.50'],
    ['1e-10', 'Please enter a number, for example 1,250.50'],
    ['2.5e+2 €', 'Please enter a number, for example 1,250.50'],
    ['1e309', 'Please enter a number, for example 1,250.50'],
    ['123456789012345678901234567890', 'Please enter an amount below 1,000,000,000,000,000'],
  ])('%s is refused in words', (typed, problem) => expect(readAmount(typed)).toEqual({ problem }))
})

describe('a field for a decimal', () => {
  test.each([
    ['9999999999999999', 'At most 100,000'],
    ['-9999999999999999', 'At least 1'],
  ])('%s has too many digits for any number, and the limit of the field is said', (typed, problem) =>
    expect(readDecimal(typed, { places: 0, least: '1', most: '100000' })).toEqual({ problem }),
  )

  test.each([
    ['1,453.45', amountRule, '1453.45'],
    ['€ 12', amountRule, '12.00'],
    ['-3', amountRule, '-3.00'],
    ['12.5', { places: 4 }, '12.5000'],
    ['12.50000', { places: 4 }, '12.5000'],
    ['0', { places: 2, least: '0', most: '100' }, '0.00'],
    ['100', { places: 2, least: '0', most: '100' }, '100.00'],
    // No thousand fits here, so that the separator is the decimal one.
    ['8,875', { places: 4, least: '0', most: '100' }, '8.8750'],
    ['8.875', { places: 4, least: '0', most: '100' }, '8.8750'],
  ])('%s is stored as %s', (typed, rule, value) => expect(readDecimal(typed, rule)).toEqual({ value }))

  test.each([
    ['', amountRule, 'Please enter an amount'],
    ['twelve', amountRule, 'Please enter a number, for example 1,250.50'],
    ['0.001', amountRule, 'At most 2 decimals'],
    ['1.123456789012', { places: 4 }, 'At most 4 decimals'],
    ['1.5', { places: 0 }, 'Please enter a whole number'],
    ['-0.01', { places: 2, least: '0' }, 'This cannot be below zero'],
    ['100.01', { places: 2, least: '0', most: '100' }, 'At most 100'],
    ['1000000000000', amountRule, 'At most 999,999,999,999.99'],
    ['-101', { places: 2, least: '-100' }, 'At least -100'],
    ['0', { places: 2, aboveZero: true }, 'Please enter an amount above zero'],
  ])('%s is refused in words', (typed, rule, problem) => expect(readDecimal(typed, rule)).toEqual({ problem }))

  test('an amount that this product wrote is read back as it was', () =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n }),
        fc.constantFrom('point', 'comma', 'space', 'apostrophe'),
        (cents, style) => {
          const text = written({ units: cents, scale: 2 })
          const read = readAmount(formatMoney(text, 'EUR', numberLocale(style)), style)
          expect('amount' in read ? written(read.amount) : read.problem).toBe(text)
        },
      ),
    ))
})

test('quantities and rates are shown without the zeros at their end', () => {
  expect(['12.5000', '18.00', '1200.0000', '0.0000', '-0.5000'].map((plain) => shortDecimalText(plain))).toEqual([
    '12.5',
    '18',
    '1,200',
    '0',
    '-0.5',
  ])
})

test('a price of one unit shows its third and fourth decimal, an amount never', () => {
  expect([formatPrice('0.1180'), formatPrice('12.5'), formatPrice('0.00009'), formatPrice('x')]).toEqual([
    '€0.118',
    '€12.50',
    '€0.00',
    '–',
  ])
  expect(formatMoney('0.1180')).toBe('€0.11')
})
