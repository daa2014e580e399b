import { anything, byName, fields, oneOf, readAs, type ReadBy, text } from '../records/mini-schema'
import { type Decimal, decimal, divided, rounded, times, written } from './decimal.ts'

/** Every currency of the converter, in this order (spec 2 §3). */
export const currencyCodes = [
  'EUR',
  'USD',
  'GBP',
  'JPY',
  'CHF',
  'CAD',
  'AUD',
  'CNY',
  'INR',
  'KRW',
  'SGD',
  'HKD',
  'NOK',
  'SEK',
  'DKK',
  'PLN',
  'CZK',
  'HUF',
  'RUB',
  'TRY',
  'BRL',
  'MXN',
  'ZAR',
  'NZD',
] as const
export const currencySchema = oneOf(currencyCodes)

/** The currencies of the converter that a client may be invoiced in: those with two decimals. */
export const currenciesWithCents: readonly (typeof currencyCodes)[number][] = currencyCodes.filter(
  (code) => code !== 'JPY' && code !== 'KRW',
)
export type Currency = ReadBy<typeof currencySchema>

/** Rates are asked for, and cached, by this base (spec 2 §9). */
export const baseCurrency: Currency = 'EUR'

/** Units of each currency for one euro, and the day they are of. A currency without a usable rate is missing. */
export type ExchangeRates = { base: Currency; date: string; rates: Partial<Record<Currency, number>> }

const answerSchema = fields({
  base: oneOf([baseCurrency]),
  date: readAs(text, (date) => (/^\d{4}-\d{2}-\d{2}/.test(date) ? date : null)),
  rates: byName(anything),
})
const isRate = (rate: unknown): rate is number => Number.isFinite(rate) && Number(rate) > 0

/**
 * The rates in a service's answer, or null when its shape is wrong (spec 2 §7). Zero, non-numeric and unknown currencies are
 * dropped; an answer with no rate except the base is null.
 */
export function parseRates(answer: unknown): ExchangeRates | null {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) return null
  const { base, date } = parsed.data
  const rates: ExchangeRates['rates'] = {}
  for (const code of currencyCodes) {
    const rate = parsed.data.rates[code]
    if (isRate(rate)) rates[code] = rate
  }
  if (Object.keys(rates).filter((code) => code !== base).length === 0) return null
  return { base, date: date.slice(0, 10), rates: { ...rates, [base]: 1 } }
}

export type Pair = { from: Currency; to: Currency }

function ratesOf({ rates }: ExchangeRates, { from, to }: Pair): { of: Decimal; into: Decimal } | null {
  const of = decimal(rates[from] ?? Number.NaN)
  const into = decimal(rates[to] ?? Number.NaN)
  return of && into && of.units > 0n && into.units > 0n ? { of, into } : null
}

/**
 * The amount in the other currency, cut toward zero to two decimals, through the base without rounding on the way.
 * Null where a rate is missing.
 */
export function convert(amount: Decimal, pair: Pair, rates: ExchangeRates): Decimal | null {
  const both = ratesOf(rates, pair)
  return both && divided(times(amount, both.into), both.of, 2)
}

/** The amount of `to` for one unit of `from`, to four decimals: `0.9625` (spec 2 §9), or more. Null when a rate is missing. */
export function rateText(pair: Pair, rates: ExchangeRates, places = 4): string | null {
  const both = ratesOf(rates, pair)
  const exact = both && divided(both.into, both.of, 12)
  return exact && written(rounded(exact, places))
}

const currencyNames = new Map<string, string>()

/** The currency in words, as for several units: `US dollars`. A code without a name stays. */
export function currencyName(code: string): string {
  const known = currencyNames.get(code)
  if (known !== undefined) return known
  const name =
    new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'name' })
      .formatToParts(2)
      .find(({ type }) => type === 'currency')?.value ?? code
  currencyNames.set(code, name)
  return name
}
