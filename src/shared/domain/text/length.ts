import { compared, type Decimal, decimal, exact, plus, rounded, times, written } from '../money/decimal.ts'
import { type DecimalRule, readDecimal, shortDecimalText, type TypedDecimal } from '../money/money.ts'

/** One unit in millimetres, exactly. */
const millimetres: Readonly<Record<string, string>> = { mm: '1', cm: '10', m: '1000', in: '25.4', ft: '304.8' }
const inchesAndFeet =
  /^(?:(\d+(?:[.,]\d+)?)\s*(?:ft|feet|foot|'|′|’))?\s*(?:(\d+(?:[.,]\d+)?)?\s*(?:(\d+)\/(\d+))?\s*(?:inches|inch|in|"|″|”|'')?)?$/i
const metric = /^(\d+(?:[.,]\d+)?)\s*(mm|cm|m)$/i
const hasImperial = /ft|feet|foot|in|['′’"″”]/i

const plain = (typed: string | undefined): Decimal => decimal((typed ?? '0').replace(',', '.')) ?? exact('0')
const inUnit = (value: Decimal, unit: string): Decimal => times(value, exact(millimetres[unit] ?? '1'))

function inMillimetres(typed: string): Decimal | null {
  const text = typed.trim()
  const side = metric.exec(text)
  if (side) return inUnit(plain(side[1]), (side[2] ?? 'mm').toLowerCase())
  const parts = hasImperial.test(text) ? inchesAndFeet.exec(text) : null
  if (!parts) return null
  const [, feet, inches, over, under] = parts
  const half = over && under && Number(under) > 0 ? fraction(over, under) : exact('0')
  if ((over && half === null) || (feet === undefined && inches === undefined && over === undefined)) return null
  return plus(inUnit(plain(feet), 'ft'), inUnit(plus(plain(inches), half ?? exact('0')), 'in'))
}

/** Inches are written in halves to sixty-fourths: each has at most six decimals. */
function fraction(over: string, under: string): Decimal | null {
  const parts = 64 / Number(under)
  return Number.isInteger(parts) ? times(exact(over), times(exact(String(parts)), exact('0.015625'))) : null
}

/** True when a typed length has a unit, or another sign that is no digit. */
export const namesUnit = (typed: string): boolean => /[a-z'′’"″”]/i.test(typed)

/**
 * A side of something, in millimetres as decimal text. A number alone is in millimetres; `96"`, `4ft`, `4' 6 1/2"`,
 * `120 cm` and `1.2 m` are converted and rounded to the places of the field. Everything else is refused in words: a unit
 * is never dropped.
 */
export function readMillimetres(typed: string, rule: DecimalRule = { places: 2 }): TypedDecimal {
  if (!namesUnit(typed)) return readDecimal(typed, rule)
  const value = inMillimetres(typed)
  if (!value) return { problem: `Write millimetres, or a size with its unit: 96", 4 ft, 120 cm` }
  const mm = rounded(value, rule.places)
  if (rule.aboveZero && compared(mm, exact('0')) <= 0) return { problem: 'Please enter a length above zero' }
  if (rule.least !== undefined && compared(mm, exact(rule.least)) < 0)
    return { problem: `At least ${shortDecimalText(rule.least)} mm` }
  if (rule.most !== undefined && compared(mm, exact(rule.most)) > 0)
    return { problem: `At most ${shortDecimalText(rule.most)} mm` }
  return { value: written(mm) }
}
