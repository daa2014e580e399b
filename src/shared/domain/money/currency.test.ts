import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convert, currencyCodes, type ExchangeRates, parseRates, rateText } from './currency'
import { decimal } from './decimal'
import { moneyFloor } from './money'

const rates: ExchangeRates = {
  base: 'EUR',
  date: '2026-11-20',
  rates: { EUR: 1, USD: 1.0411, GBP: 0.82608, JPY: 156.96 },
}
const of = (text: string) => decimal(text) ?? expect.fail(`${text} is a decimal`)

test('there are 24 currencies, each once', () => {
  expect(currencyCodes.join(' ')).toBe(
    'EUR USD GBP JPY CHF CAD AUD CNY INR KRW SGD HKD NOK SEK DKK PLN CZK HUF RUB TRY BRL MXN ZAR NZD',
  )
  expect(new Set(currencyCodes).size).toBe(24)
})

describe('an amount in another currency', () => {
  test.each([
    ['1', 'USD', 'EUR', '0.96'],
    ['1', 'EUR', 'USD', '1.04'],
    ['1000', 'USD', 'EUR', '960.52'],
    ['-1', 'USD', 'EUR', '-0.96'],
    ['0', 'USD', 'EUR', '0.00'],
    ['0.005', 'GBP', 'JPY', '0.95'],
    ['0.29', 'EUR', 'EUR', '0.29'],
    ['999999999999999.99', 'USD', 'USD', '999999999999999.99'],
  ] as const)('%s %s is in %s %s', (amount, from, to, expected) => {
    expect(moneyFloor(convert(of(amount), { from, to }, rates) ?? '')).toBe(expected)
  })

  test('is unknown where a rate is missing', () => {
    expect(convert(of('1'), { from: 'RUB', to: 'EUR' }, rates)).toBeNull()
    expect(rateText({ from: 'EUR', to: 'RUB' }, rates)).toBeNull()
  })

  test.each(currencyCodes.filter((code) => code !== 'EUR'))(
    'is unknown without a rate for %s, and only then',
    (missing) => {
      const every: ExchangeRates = { ...rates, rates: Object.fromEntries(currencyCodes.map((code) => [code, 2])) }
      const { [missing]: _, ...others } = every.rates
      const without: ExchangeRates = { ...every, rates: others }
      for (const code of currencyCodes) {
        const known = code === missing ? null : '2.00'
        expect([
          moneyFloor(convert(of('2'), { from: missing, to: code }, without) ?? ''),
          moneyFloor(convert(of('2'), { from: code, to: missing }, without) ?? ''),
          rateText({ from: code, to: missing }, without),
        ]).toEqual([null, null, null])
        expect(moneyFloor(convert(of('2'), { from: code, to: 'EUR' }, without) ?? '')).toBe(known)
      }
    },
  )

  test.each([0, -1, Number.NaN, Infinity, undefined])('is unknown for a rate of %s', (rate) => {
    const broken: ExchangeRates = { ...rates, rates: { EUR: 1, ...(rate === undefined ? {} : { USD: rate }) } }
    expect(convert(of('1'), { from: 'USD', to: 'EUR' }, broken)).toBeNull()
    expect(rateText({ from: 'EUR', to: 'USD' }, broken)).toBeNull()
  })

  test('never grows by going there and back', () =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 17n }),
        fc.double({ min: 1e-4, max: 1e4, noNaN: true }),
        (cents, rate) => {
          const table: ExchangeRates = { ...rates, rates: { EUR: 1, USD: rate } }
          const there = convert({ units: cents, scale: 2 }, { from: 'EUR', to: 'USD' }, table)
          const back = there && convert(there, { from: 'USD', to: 'EUR' }, table)
          expect(back && back.units * 100n <= cents * 10n ** BigInt(back.scale)).toBe(true)
        },
      ),
    ))
})

test('rates are shown to four decimals', () => {
  expect(rateText({ from: 'USD', to: 'EUR' }, rates)).toBe('0.9605')
  expect(rateText({ from: 'USD', to: 'USD' }, rates)).toBe('1.0000')
  expect(rateText({ from: 'GBP', to: 'JPY' }, rates)).toBe('190.0058')
})

describe('what a rate service answers', () => {
  const answer = { base: 'EUR', date: '2026-11-20', rates: { USD: 1.2, GBP: 0.8 } }

  test('is read with the base as one', () =>
    expect(parseRates(answer)).toEqual({ ...answer, rates: { EUR: 1, USD: 1.2, GBP: 0.8 } }))

  test('loses rates of zero, of no number, and of currencies that are not ours', () =>
    expect(parseRates({ ...answer, rates: { USD: 1.2, GBP: 0, JPY: null, CHF: '1', CAD: -1, THB: 35 } })).toEqual({
      ...answer,
      rates: { EUR: 1, USD: 1.2 },
    }))

  test.each([
    null,
    'rates',
    [],
    {},
    { ...answer, base: 'USD' },
    { ...answer, date: 'today' },
    { ...answer, rates: null },
    { ...answer, rates: {} },
    { ...answer, rates: { USD: 0 } },
    { rates: answer.rates, date: answer.date },
  ])('is refused as %j', (wrong) => expect(parseRates(wrong)).toBeNull())
})
