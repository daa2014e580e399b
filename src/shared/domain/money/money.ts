import { compared, type Decimal, decimal, exact, negative, shortened, truncated, written } from './decimal.ts'
import { countText, currentFormats, type NumberStyle, numberLocale } from '../text/formats.ts'

/** Money is rounded down, toward zero, to two decimals (spec 2 §1): `0.29`. Null when the value is no number. */
export function moneyFloor(value: Decimal | string | number): string | null {
  const read = typeof value === 'object' ? value : decimal(value)
  return read && written(truncated(read, 2))
}

/**
 * Money as currency with exactly two fraction digits (spec 2 §1), in the company's currency and number format: euro and
 * 1,234.56 by default, below zero with the minus sign. Text that is no number becomes a dash.
 */
export function formatMoney(
  value: Decimal | string | number,
  currency = currentFormats().currency,
  locale = numberLocale(),
): string {
  const floored = moneyFloor(value)
  return floored === null ? '–' : withMinus(asCurrency(currency, locale).format(exactly(floored)))
}

/** The sign of the company's currency or of another one, for a field and a heading: `€`, `$`. */
export const currencySign = (currency = currentFormats().currency): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

/**
 * A unit price as currency, with two to four fraction digits: 0.1180 is `€0.118`, 12.5 is `€12.50`. Amounts have two digits
 * (`formatMoney`). Text that is no number becomes a dash.
 */
export function formatPrice(
  value: Decimal | string | number,
  currency = currentFormats().currency,
  locale = numberLocale(),
): string {
  const read = typeof value === 'object' ? value : decimal(value)
  return read ? withMinus(asPrice(currency, locale).format(exactly(written(truncated(read, 4))))) : '–'
}

/**
 * A number as people read it: with the minus sign, for which a hyphen is too short beside figures. Fields, addresses and files that
 * machines read keep the hyphen.
 */
export const withMinus = (text: string): string => text.replace('-', '−')

/** A written decimal such as `1250.50` in the digits of the company, with every place that it has: `1,250.50`. */
export function decimalText(plain: string, locale = numberLocale()): string {
  return asNumber(locale, plain.split('.')[1]?.length ?? 0).format(exactly(plain))
}

/** A unit price without its currency, with two to four decimals, as `formatPrice` writes it: `85.80`, `105.4334`. */
export const priceText = (plain: string, locale = numberLocale()): string => {
  const { units, scale } = shortened(truncated(exact(plain), 4))
  return withMinus(decimalText(written(truncated({ units, scale }, Math.max(scale, 2))), locale))
}

/** A quantity or rate without the zeros at its end: `12.5000` is shown as `12.5`, `18.00` as `18`. */
export const shortDecimalText = (plain: string, locale = numberLocale()): string =>
  decimalText(written(shortened(exact(plain))), locale)

/** A format is made once for each look: making one takes longer than writing a hundred amounts. */
function remembered<Given extends unknown[]>(make: (...given: Given) => Intl.NumberFormat) {
  const made = new Map<string, Intl.NumberFormat>()
  return (...given: Given): Intl.NumberFormat => {
    const key = given.join(' ')
    const known = made.get(key) ?? make(...given)
    made.set(key, known)
    return known
  }
}

const currencyFormat = (currency: string, locale: string, most: number) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: most,
    signDisplay: 'negative',
  })
const asCurrency = remembered((currency: string, locale: string) => currencyFormat(currency, locale, 2))
const asPrice = remembered((currency: string, locale: string) => currencyFormat(currency, locale, 4))

const asNumber = remembered(
  (locale: string, places: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places }),
)

/** A decimal string is formatted digit by digit, where a number would lose them above 2^53. */
const exactly = (text: string): Intl.StringNumericLiteral => {
  if (!isNumeric(text)) throw new Error(`${text} is not a number`)
  return text
}

const isNumeric = (text: string): text is Intl.StringNumericLiteral => /^-?\d+(\.\d+)?$/.test(text)

/** The limits of a decimal field. `least` and `most` are plain decimals such as `0` or `99.99`. */
export type DecimalRule = {
  /** The largest number of typed decimals. The value is written with all of them. */
  places: number
  least?: string
  most?: string
  /** True where zero itself is refused: a limit, a payment. */
  aboveZero?: boolean
  /** True where what is counted has no parts, whatever `places` the value is written with. */
  isWhole?: boolean
}

/** Two decimals, within `numeric(14, 2)`. */
export const amountRule: DecimalRule = { places: 2, most: '999999999999.99', least: '-999999999999.99' }

/** Plain decimal text for the database (`1453.45`), or the reason for its refusal as a sentence. */
export type TypedDecimal = { value: string } | { problem: string }

/**
 * A decimal as people type or paste it (see `readAmount`), held against the rule of its field. Amounts are text from the
 * form to the database: `1453.45`.
 */
export function readDecimal(typed: string, rule: DecimalRule = amountRule): TypedDecimal {
  const read = isSmall(rule) ? readAmount(typed, 'space') : readAmount(typed)
  if ('problem' in read) return read.problem === tooManyDigits() ? { problem: limitOf(rule, typed) } : read
  const { amount } = read
  if (rule.aboveZero && amount.units <= 0n) return { problem: 'Please enter an amount above zero' }
  if (rule.least !== undefined && compared(amount, exact(rule.least)) < 0)
    return { problem: rule.least === '0' ? 'This cannot be below zero' : `At least ${shortDecimalText(rule.least)}` }
  if (rule.most !== undefined && compared(amount, exact(rule.most)) > 0)
    return { problem: `At most ${shortDecimalText(rule.most)}` }
  const places = rule.isWhole ? 0 : rule.places
  if (shortened(amount).scale > places)
    return { problem: places === 0 ? 'Please enter a whole number' : `At most ${rule.places} decimals` }
  return { value: written(truncated(amount, rule.places)) }
}

/** The limit of a field that a number with too many digits breaks, as for any number beyond it. */
const limitOf = ({ least, most }: DecimalRule, typed: string): string => {
  if (/[-−–]/.test(typed))
    return least === '0' ? 'This cannot be below zero' : least ? `At least ${shortDecimalText(least)}` : tooManyDigits()
  return most === undefined ? tooManyDigits() : `At most ${shortDecimalText(most)}`
}

/** In a field without room for thousands, such as a percentage, a single separator is the decimal one: `8,875` is not 8875. */
const isSmall = ({ most, least = '0' }: DecimalRule): boolean =>
  most !== undefined && compared(exact(most), thousand) < 0 && compared(exact(least), negative(thousand)) > 0

const thousand = exact('1000')

export type TypedAmount = { amount: Decimal } | { problem: string }

const mostWholeDigits = 15
const tooManyDigits = () => `Please enter an amount below ${countText(10 ** mostWholeDigits)}`

/**
 * An amount as people type or paste it: `1,5`, `1.000,50`, `1 000.50`, `€ 12`. The last of two different separators is
 * the decimal one; a single separator is the decimal one, a repeated one parts thousands. The separator by which the
 * company parts thousands does so alone too, before exactly three digits: this product itself writes `1,000`, and `1.000`
 * where the company chose that. `1e3` is refused: it is a slip of the finger, and would be a thousand.
 */
export function readAmount(typed: string, style: NumberStyle = currentFormats().number_style): TypedAmount {
  const bare = typed.replaceAll(/[\s\u00a0\u202f'’_]|\p{Sc}|[A-Z]{3}/gu, '').replaceAll(/[−–]/g, '-')
  if (bare === '' || bare === '-' || bare === '+') return { problem: 'Please enter an amount' }
  const plain = /e/i.test(bare) ? null : withPoint(bare, style)
  const amount = plain === null ? null : decimal(plain)
  if (!amount) return { problem: `Please enter a number, for example ${decimalText('1250.50')}` }
  const whole = written(amount).replace('-', '').split('.')[0] ?? ''
  if (whole.length > mostWholeDigits) return { problem: tooManyDigits() }
  return { amount }
}

const oneThousandsMark: Partial<Record<NumberStyle, { shape: RegExp; mark: string }>> = {
  point: { shape: /^[+-]?[1-9]\d{0,2},\d{3}$/, mark: ',' },
  comma: { shape: /^[+-]?[1-9]\d{0,2}\.\d{3}$/, mark: '.' },
}

function withPoint(text: string, style: NumberStyle): string | null {
  const thousands = oneThousandsMark[style]
  if (thousands?.shape.test(text)) return text.replace(thousands.mark, '')
  const commas = text.split(',').length - 1
  const points = text.split('.').length - 1
  const [parting, point] =
    commas > 0 && points > 0
      ? text.lastIndexOf(',') > text.lastIndexOf('.')
        ? ['.', ',']
        : [',', '.']
      : commas > 1
        ? [',', '.']
        : points > 1
          ? ['.', ',']
          : ['', commas === 1 ? ',' : '.']
  if (parting) {
    const [whole = '', ...rest] = text.split(point)
    const groups = whole.replace(/^[+-]/, '').split(parting)
    const [first = '', ...others] = groups
    if (rest.length > 1 || first === '' || first.length > 3 || others.some((group) => !/^\d{3}$/.test(group)))
      return null
    return text.replaceAll(parting, '').replace(point, '.')
  }
  return text.replace(point, '.')
}

/** A typed amount as people read it; empty while it cannot be read. */
export function amountWords(typed: string, currency?: string): string {
  const read = readDecimal(typed)
  return 'value' in read ? formatMoney(read.value, currency) : ''
}
