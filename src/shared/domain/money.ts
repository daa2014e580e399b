import { currentFormats, numberLocale } from './formats'

/** An exact decimal number: `units / 10 ** scale`. Money never passes through binary floating point. */
export type Decimal = { readonly units: bigint; readonly scale: number }

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i
/** Beyond this many digits a number is no amount and no rate of anybody. */
const mostDigits = 400

/**
 * Reads a decimal such as `12.30` or `1e-7`; null when it is none. A JavaScript number is read as it is written, so
 * 0.29 is 29 hundredths, not the nearest binary fraction. NaN and Infinity are none.
 */
export function decimal(value: string | number): Decimal | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = pattern.exec(String(value).trim()) ?? []
  if (sign === undefined || whole + fraction === '') return null
  const scale = fraction.length - Number(exponent)
  if (whole.length + Math.abs(scale) > mostDigits) return null
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  return scale >= 0 ? { units: digits, scale } : { units: digits * 10n ** BigInt(-scale), scale: 0 }
}

export const times = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale })

/** `a / b`, cut toward zero after that many places. Null for a division by zero. */
export function divided(a: Decimal, b: Decimal, places: number): Decimal | null {
  if (b.units === 0n) return null
  const numerator = a.units * 10n ** BigInt(b.scale + places)
  return { units: numerator / (b.units * 10n ** BigInt(a.scale)), scale: places }
}

/** Cuts toward zero after that many places. */
function truncated({ units, scale }: Decimal, places: number): Decimal {
  const shift = places - scale
  return { units: shift >= 0 ? units * 10n ** BigInt(shift) : units / 10n ** BigInt(-shift), scale: places }
}

/** Rounds half away from zero to that many places: for rates, never for money. */
export function rounded({ units, scale }: Decimal, places: number): Decimal {
  if (scale <= places) return truncated({ units, scale }, places)
  const half = 5n * 10n ** BigInt(scale - places - 1)
  return truncated({ units: units + (units < 0n ? -half : half), scale }, places)
}

/** Written plainly, every place shown: `-0.05`. Zero has no sign. */
export function written({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`
}

/** Money is rounded down, toward zero, to two decimals (spec 2 §1): `0.29`. Null when the value is no number. */
export function moneyFloor(value: Decimal | string | number): string | null {
  const exact = typeof value === 'object' ? value : decimal(value)
  return exact && written(truncated(exact, 2))
}

/**
 * As currency with exactly two fraction digits (spec 2 §1), in the currency and the digits of the company: euro and
 * 1,234.56 unless it chose others. What is no number is a dash.
 */
export function formatMoney(
  value: Decimal | string | number,
  currency = currentFormats().currency,
  locale = numberLocale(),
): string {
  const floored = moneyFloor(value)
  return floored === null ? '–' : asCurrency(currency, locale).format(exactly(floored))
}

/** A written decimal such as `1250.50` in the digits of the company, with every place that it has: `1,250.50`. */
export function decimalText(plain: string): string {
  const places = plain.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(numberLocale(), {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(exactly(plain))
}

const asCurrency = (currency: string, locale: string) =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'negative',
  })

/** A decimal string is formatted digit by digit, where a number would lose them above 2^53. */
const exactly = (text: string): Intl.StringNumericLiteral => {
  if (!isNumeric(text)) throw new Error(`${text} is not a number`)
  return text
}

const isNumeric = (text: string): text is Intl.StringNumericLiteral => /^-?\d+(\.\d+)?$/.test(text)
