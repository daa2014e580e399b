import { compared, type Decimal, divided, exact, plus, rounded, shortened, times, written } from '../money/decimal.ts'
import { type DecimalRule, readAmount, readDecimal, shortDecimalText, type TypedDecimal } from '../money/money.ts'
import { currentFormats, type LengthUnit, type NumberStyle } from './formats.ts'

/** Reads and writes lengths: millimetres are stored, and people choose the unit that they see and type. */

/** One unit in millimetres, exactly. */
const millimetres: Readonly<Record<LengthUnit | 'ft', Decimal>> = {
  mm: exact('1'),
  cm: exact('10'),
  m: exact('1000'),
  in: exact('25.4'),
  ft: exact('304.8'),
}
const nouns: Readonly<Record<LengthUnit, string>> = { mm: 'millimetres', cm: 'centimetres', m: 'metres', in: 'inches' }
/** A 64th of an inch, in millimetres. */
const sixtyFourth = exact('0.396875')

const figure = String.raw`\d[\d.,\u00a0\u202f]*`
const inchesAndFeet = new RegExp(
  String.raw`^(?:(${figure})\s*(?:ft|feet|foot|['′’])\s*-?\s*)?` +
    String.raw`(?:(?:(${figure})(?:[\s-]+(\d+)\/(\d+))?|(\d+)\/(\d+))\s*(?:inches|inch|in|["″”]|'')?)?$`,
  'i',
)
const metric = /^(\d.*?)\s*(mm|cm|m)$/i
const hasImperial = /ft|feet|foot|in|['′’"″”]/i
const halves: Readonly<Record<string, string>> = {
  '¼': '1/4',
  '½': '1/2',
  '¾': '3/4',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
}

/** The mark of Swiss thousands, which is the mark of feet everywhere else: `1’200` is no foot and 200 inches. */
const swissThousands = /(\d)['’](?=\d{3}(?!\d))/g

/** The typed text with fractions as `1/2`, and without the thousands that look like feet. */
function plainly(typed: string, style: NumberStyle): string {
  const text = typed.trim().replaceAll(/\s*([¼½¾⅛⅜⅝⅞])/g, (_, half: string) => ` ${halves[half] ?? ''}`)
  return (style === 'apostrophe' ? text.replaceAll(swissThousands, '$1') : text).trim()
}

function amountOf(typed: string, style: NumberStyle): Decimal | null {
  const read = readAmount(typed, style)
  return 'amount' in read ? read.amount : null
}

/** The millimetres of a text; null for one that is no length. `unit`: that of a number alone. */
function inMillimetres(text: string, unit: LengthUnit, style: NumberStyle): Decimal | null {
  const named = metric.exec(text)
  if (named) {
    const [, digits = '', sign = 'mm'] = named
    const value = amountOf(digits, style)
    return value && times(value, millimetres[sign.toLowerCase() as 'mm' | 'cm' | 'm'])
  }
  if (hasImperial.test(text) || (unit === 'in' && !/[a-z]/i.test(text))) return inInches(text, style)
  const value = namesUnit(text) ? null : amountOf(text, style)
  return value && times(value, millimetres[unit])
}

function inInches(text: string, style: NumberStyle): Decimal | null {
  const [match, feet, inches, over, under, overAlone, underAlone] = inchesAndFeet.exec(text) ?? []
  if (!match) return null
  const top = over ?? overAlone
  const half = top === undefined ? exact('0') : fraction(top, under ?? underAlone ?? '0')
  const [long, short] = [feet, inches].map((part) => (part === undefined ? exact('0') : amountOf(part, style)))
  if (!half || !long || !short) return null
  return plus(times(long, millimetres.ft), times(plus(short, half), millimetres.in))
}

/** Inches are written in halves to sixty-fourths: each has at most six decimals. */
function fraction(over: string, under: string): Decimal | null {
  const parts = 64 / Number(under)
  return Number.isInteger(parts) ? times(exact(over), times(exact(String(parts)), exact('0.015625'))) : null
}

/** True when a typed length has a unit, or another sign that is no digit. */
export const namesUnit = (typed: string): boolean => /[a-z'′’"″”]/i.test(typed)

/**
 * A side of something, in millimetres as decimal text. A number alone is in the unit that the person sees; `96"`, `4ft`,
 * `4' 6 1/2"`, `120 cm` and `1.2 m` are converted and rounded to the places of the field. Everything else is refused in
 * words: a unit is never dropped.
 */
export function readMillimetres(
  typed: string,
  rule: DecimalRule = { places: 2 },
  { length_unit: unit, number_style: style }: { length_unit: LengthUnit; number_style: NumberStyle } = currentFormats(),
): TypedDecimal {
  const text = plainly(typed, style)
  if (unit === 'mm' && !namesUnit(text)) return readDecimal(text, rule)
  const value = inMillimetres(text, unit, style)
  if (!value) return { problem: `Write ${nouns[unit]}, or a size with its unit: 96", 4 ft, 120 cm` }
  const mm = rounded(value, rule.places)
  if (rule.aboveZero && compared(mm, exact('0')) <= 0) return { problem: 'Please enter a length above zero' }
  if (rule.least !== undefined && compared(mm, exact(rule.least)) < 0)
    return {
      problem:
        rule.least === '0' ? 'This cannot be below zero' : `At least ${lengthText(rule.least, { length_unit: unit })}`,
    }
  if (rule.most !== undefined && compared(mm, exact(rule.most)) > 0)
    return { problem: `At most ${lengthText(rule.most, { length_unit: unit })}` }
  return { value: written(mm) }
}

/** The sides of a size that somebody typed as one text, `8' x 4'`; one for a side alone. The last unit counts for all. */
export function typedSides(typed: string): string[] {
  const sides = typed
    .split(/\s*[x×*]\s*|\s+by\s+/i)
    .map((side) => side.trim())
    .filter((side) => side !== '')
  const unit = /(mm|cm|m|ft|feet|foot|inches|inch|in|["″”'′’])$/i.exec(sides.at(-1) ?? '')?.[1]
  return sides.map((side) => (unit && !namesUnit(side) ? `${side}${/^[a-z]/i.test(unit) ? ` ${unit}` : unit}` : side))
}

/** How lengths are written: in whose unit, and with whose digits. Default: those of the person at the screen. */
export type LengthWriting = { length_unit?: LengthUnit | undefined; locale?: string | undefined }

const unitOf = ({ length_unit = currentFormats().length_unit }: LengthWriting): LengthUnit => length_unit

/**
 * The 64ths of an inch that a stored length was typed as; null for a length that was not typed in them. Sixteenths where
 * only whole millimetres are stored.
 */
export function sixtyFourthsOf(mm: Decimal, places = 2): bigint | null {
  const step = places === 0 ? 4n : 1n
  const nearest = rounded(divided(mm, times(sixtyFourth, { units: step, scale: 0 }), 3) ?? mm, 0).units * step
  const length = rounded(times({ units: nearest, scale: 0 }, sixtyFourth), Math.max(places, shortened(mm).scale))
  return compared(length, mm) === 0 ? nearest : null
}

/** `1/2` of 32 sixty-fourths. */
function fractionText(sixtyFourths: bigint): string {
  let [over, under] = [sixtyFourths, 64n]
  while (over % 2n === 0n) [over, under] = [over / 2n, under / 2n]
  return `${over}/${under}`
}

/** From here on, inches are written with feet. */
const feetFrom = 120n * 64n

/** `96"`, `50 1/2"`, `12' 6"`, and `96.063"` for what was not typed in inches. */
function inchText(mm: Decimal, places: number, locale: string | undefined): string {
  const all = sixtyFourthsOf(mm, places)
  if (all === null) return `${shortDecimalText(inchDecimals(mm, places), locale)}"`
  const feet = all >= feetFrom ? all / 768n : 0n
  const rest = all - feet * 768n
  const [inches, part] = [rest / 64n, rest % 64n]
  const figures = [
    inches > 0n || part === 0n ? shortDecimalText(String(inches), locale) : '',
    part > 0n ? fractionText(part) : '',
  ].filter(Boolean)
  return [
    feet > 0n ? `${shortDecimalText(String(feet), locale)}'` : '',
    rest > 0n || feet === 0n ? `${figures.join(' ')}"` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The fewest decimals of an inch that are read back as the stored length. */
function inchDecimals(mm: Decimal, places: number): string {
  const scale = Math.max(places, shortened(mm).scale)
  for (let digits = 2; ; digits += 1) {
    const inches = rounded(divided(mm, millimetres.in, digits + 2) ?? mm, digits)
    if (compared(rounded(times(inches, millimetres.in), scale), mm) === 0 || digits > scale + 2) return written(inches)
  }
}

const byUnit: Readonly<Record<'cm' | 'm', number>> = { cm: 1, m: 3 }

/**
 * A length under a heading or in a field that names the unit: `2,438.4`, `243.84`, and `96"`, which is never without its
 * mark. `places`: the decimals of stored millimetres.
 */
export function bareLength(mm: string | number, writing: LengthWriting = {}, places = 2): string {
  const unit = unitOf(writing)
  const value = exact(String(mm))
  if (unit === 'in') return inchText(value, places, writing.locale)
  const moved = unit === 'mm' ? value : { units: value.units, scale: value.scale + byUnit[unit] }
  return shortDecimalText(written(moved), writing.locale)
}

/** A length with its unit: `2,438.4 mm`, `2.4384 m`, `96"`. */
export const lengthText = (mm: string | number, writing: LengthWriting = {}, places = 2): string =>
  withSign(bareLength(mm, writing, places), writing)

/** The sides of a size, which know no unit in inches: `3,000 × 750 mm`, `96" × 48"`. */
export const sidesText = (sides: readonly (string | number)[], writing: LengthWriting = {}): string =>
  withSign(bareSides(sides, writing), writing)

/** The same under a heading that names the unit: `3,000 × 750`. */
export const bareSides = (sides: readonly (string | number)[], writing: LengthWriting = {}): string =>
  sides.map((side) => bareLength(side, writing)).join(' × ')

const withSign = (text: string, writing: LengthWriting): string => {
  const sign = unitOf(writing)
  return sign === 'in' ? text : `${text} ${sign}`
}

/** The sign of the unit that the person sees, for a heading: `mm`, `in`. */
export const lengthSign = (writing: LengthWriting = {}): LengthUnit => unitOf(writing)

const squareFoot = exact('0.09290304')
const foot = exact('0.3048')

/** True where areas are square feet, and runs are feet. */
export const isInFeet = (writing: LengthWriting = {}): boolean => unitOf(writing) === 'in'

/** A number of square metres as it is written: `4.575 m²`, `49.24 sq ft`. */
export const areaText = (m2: string | number, writing: LengthWriting = {}): string =>
  isInFeet(writing) ? `${inPart(m2, squareFoot, writing)} sq ft` : `${shortDecimalText(String(m2), writing.locale)} m²`

/** A number of metres that is run through, not a side: `18 m`, `59.06 ft`. */
export const runText = (metres: string | number, writing: LengthWriting = {}): string =>
  isInFeet(writing) ? `${inPart(metres, foot, writing)} ft` : `${shortDecimalText(String(metres), writing.locale)} m`

/** To two decimals; what would be nothing then keeps four. */
function inPart(value: string | number, part: Decimal, writing: LengthWriting): string {
  const whole = divided(exact(String(value)), part, 8) ?? exact('0')
  const cut = rounded(whole, 2)
  return shortDecimalText(written(cut.units === 0n ? rounded(whole, 4) : cut), writing.locale)
}

/**
 * What was understood of a typed length or size, in the unit that the person sees: `8' × 4'` is `2,438.4 × 1,219.2 mm`.
 * Null where the text says it already, and where it cannot be read.
 */
export function understoodText(typed: string): string | null {
  const sides = typedSides(typed)
  const isPlain = sides.length === 1 && !namesUnit(typed) && currentFormats().length_unit !== 'in'
  if (sides.length === 0 || sides.length > 3 || isPlain) return null
  const read = sides.map((side) => readMillimetres(side))
  const values = read.flatMap((side) => ('value' in side ? [side.value] : []))
  const text = values.length === read.length ? sidesText(values) : null
  return text === typed.trim() ? null : text
}

/** How a typed length is written once the field is left; null where it stays as typed. */
export function settledLength(typed: string, rule?: DecimalRule): string | null {
  if (!namesUnit(typed) && currentFormats().length_unit !== 'in') return null
  const read = readMillimetres(typed, rule)
  const text = 'value' in read ? bareLength(read.value, {}, rule?.places) : null
  return text === typed ? null : text
}
