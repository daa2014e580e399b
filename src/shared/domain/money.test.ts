import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal, divided, formatMoney, moneyFloor, rounded, times, written } from './money'

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

test('a quotient is cut toward zero, a rate is rounded half away from zero', () => {
  const written4 = (a: string, b: string) => written(divided(of(a), of(b), 4) ?? expect.fail('divided'))
  expect([written4('2', '3'), written4('-2', '3'), written4('1', '8')]).toEqual(['0.6666', '-0.6666', '0.1250'])
  expect(written(rounded(of('0.96055'), 4))).toBe('0.9606')
  expect(written(rounded(of('-0.96055'), 4))).toBe('-0.9606')
  expect(divided(of('1'), of('0'), 2)).toBeNull()
})

describe('money is shown as currency with exactly two fraction digits', () => {
  test.each([
    ['1234.5', 'EUR', '€1,234.50'],
    ['1234.999', 'USD', '$1,234.99'],
    ['-0.001', 'EUR', '€0.00'],
    ['100', 'JPY', '¥100.00'],
    ['9007199254740993.07', 'EUR', '€9,007,199,254,740,993.07'],
  ])('%s %s', (value, currency, expected) => expect(formatMoney(value, currency)).toBe(expected))

  test('euro is the default, and what is no number is a dash', () => {
    expect([formatMoney(2), formatMoney(Number.NaN), formatMoney(Infinity)]).toEqual(['€2.00', '–', '–'])
  })
})
