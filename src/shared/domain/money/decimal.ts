/** An exact decimal number: `units / 10 ** scale`. Money never passes through binary floating point. */
export type Decimal = { readonly units: bigint; readonly scale: number }

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i
/** Text with more digits than this is rejected. */
const mostDigits = 400

/**
 * Reads a decimal such as `12.30` or `1e-7`; null for anything else, also NaN and Infinity. A JavaScript number is read from
 * its text, so 0.29 is 29 hundredths and not the nearest binary fraction.
 */
export function decimal(value: string | number): Decimal | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = pattern.exec(String(value).trim()) ?? []
  if (sign === undefined || whole + fraction === '') return null
  const scale = fraction.length - Number(exponent)
  if (whole.length + Math.abs(scale) > mostDigits) return null
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  return scale >= 0 ? { units: digits, scale } : { units: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** The decimal of a text from the program or the database. Throws for other text. */
export function exact(value: string): Decimal {
  const read = decimal(value)
  if (!read) throw new Error(`"${value}" is not a decimal number`)
  return read
}

export const zero: Decimal = { units: 0n, scale: 0 }

export const times = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale })

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: truncated(a, scale).units + truncated(b, scale).units, scale }
}

export const negative = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })

export const minus = (a: Decimal, b: Decimal): Decimal => plus(a, negative(b))

export const sum = (values: Iterable<Decimal>): Decimal => [...values].reduce(plus, zero)

/** Below zero, zero or above zero as `a` is less than, equal to or more than `b`. */
export function compared(a: Decimal, b: Decimal): number {
  const { units } = minus(a, b)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

/** True for an amount, as decimal text, that is more than nothing. */
export const isAboveZero = (amount: string): boolean => exact(amount).units > 0n

/** The sum of amounts, as decimal text with at least two places. */
export const totalOf = (amounts: readonly string[]): string => written(sum([exact('0.00'), ...amounts.map(exact)]))

/** The larger of two amounts, as decimal text; the second of two equal ones. */
export const larger = (one: string, other: string): string => (compared(exact(one), exact(other)) > 0 ? one : other)
/** The smaller of two amounts, as decimal text; the first of two equal ones. */
export const smaller = (one: string, other: string): string => (compared(exact(one), exact(other)) <= 0 ? one : other)

/** The rest of an amount after a payment, as decimal text; never below zero. */
export function leftOf(amount: string, paid: string): string {
  const rest = written(minus(exact(amount), exact(paid)))
  return isAboveZero(rest) ? rest : '0.00'
}

/** `a / b`, cut toward zero after that many places. Null for a division by zero. */
export function divided(a: Decimal, b: Decimal, places: number): Decimal | null {
  if (b.units === 0n) return null
  const numerator = a.units * 10n ** BigInt(b.scale + places)
  return { units: numerator / (b.units * 10n ** BigInt(a.scale)), scale: places }
}

/** Truncates to that many places, or adds zeros. */
export function truncated({ units, scale }: Decimal, places: number): Decimal {
  const shift = places - scale
  return { units: shift >= 0 ? units * 10n ** BigInt(shift) : units / 10n ** BigInt(-shift), scale: places }
}

/** Rounds half away from zero to that many places: for rates and taxes (`taxOn`), never for other money. */
export function rounded({ units, scale }: Decimal, places: number): Decimal {
  if (scale <= places) return truncated({ units, scale }, places)
  const half = 5n * 10n ** BigInt(scale - places - 1)
  return truncated({ units: units + (units < 0n ? -half : half), scale }, places)
}

/** Without zeros at the end of its fraction: 12.5000 becomes 12.5. */
export function shortened({ units, scale }: Decimal): Decimal {
  let short = { units, scale }
  while (short.scale > 0 && short.units % 10n === 0n) short = { units: short.units / 10n, scale: short.scale - 1 }
  return short
}

/** Written plainly, every place shown: `-0.05`. Zero has no sign. */
export function written({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ''}`
}
