import { compared, divided, exact, rounded, shortened, times, written } from './decimal.ts'
import {
  decimalText,
  type DecimalRule,
  formatPrice,
  readDecimal,
  shortDecimalText,
  type TypedDecimal,
} from './money.ts'
import { isWholeUnit, qtyText, unitWord } from './quantity-text.ts'
import { areaText, isInFeet, namesUnit, readMillimetres, runText, typedSides } from '../text/length.ts'

/**
 * Stock is counted in square metres and metres. A company in inches and feet reads and types square feet and feet; every screen
 * reads and writes a quantity of stock with the functions of this file.
 */

/** One of the company's units in that of the stock, exactly. */
const feet: Readonly<Record<string, { unit: string; size: string; text: (qty: string | number) => string }>> = {
  m2: { unit: 'ft2', size: '0.09290304', text: areaText },
  m: { unit: 'ft', size: '0.3048', text: runText },
}
const inFeet = (unit: string) => (isInFeet() ? feet[unit] : undefined)

/** The unit in feet that a company in feet types a stock unit in: `ft2` for `m2`; null for pieces, and in other companies. */
export const feetFor = (unit: string): string | null => inFeet(unit)?.unit ?? null

/** The unit that a quantity of stock is typed in: `sq ft` for `m2` in a company in feet, `m²` in others, `sheets`. */
export const typedWord = (unit: string, qty: string | number = 2): string => unitWord(feetFor(unit) ?? unit, qty)

/** Parts of a text that a narrow cell breaks between, and not inside. */
const inParts = (...parts: readonly string[]): string => parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' ')

/** An amount of stock: `239.75 m²`, and `2,580.65 sq ft (239.75 m²)` for a company in feet. */
export function stockText(qty: string | number, unit: string): string {
  const known = inFeet(unit)
  return known ? inParts(known.text(qty).replace('-', '−'), `(${qtyText(qty, unit)})`) : qtyText(qty, unit)
}

/** A movement with its sign: `+2 sheets`, `+738 sq ft (68.5624 m²)`, `−1 roll`. */
export function movedStock(qty: string | number, unit: string): string {
  const plain = String(qty)
  return plain.startsWith('-') ? `−${stockText(plain.slice(1), unit)}` : `+${stockText(plain, unit)}`
}

/** A stored price in one of the company's units: $7.80 for one m² are 0.7246 for one square foot. */
export const typedPrice = (price: string, unit: string): string => {
  const known = inFeet(unit)
  return known ? written(rounded(times(exact(price), exact(known.size)), 4)) : price
}

/** The same in a field: with the fewest decimals that are read back as the stored price. */
export function pricedDraft(price: string, unit: string): string {
  const known = inFeet(unit)
  const stored = exact(price)
  for (let places = 2; known && places < 6; places += 1) {
    const typed = written(rounded(times(stored, exact(known.size)), places))
    if (compared(exact(storedPrice(typed, unit)), stored) === 0) return decimalText(typed)
  }
  return known ? decimalText(written(rounded(times(stored, exact(known.size)), 6))) : shortDecimalText(price)
}

/** A typed price for one of the company's units as that for one unit of the stock. */
export const storedPrice = (price: string, unit: string): string => {
  const known = inFeet(unit)
  const each = known && divided(exact(price), exact(known.size), 6)
  return each ? written(rounded(each, 4)) : price
}

/** A typed price for one of the person's units, as that for one unit of the stock. */
export function readPrice(typed: string, unit: string, rule: Partial<DecimalRule> = {}): TypedDecimal {
  const isOver = feetFor(unit) !== null
  const read = readDecimal(typed, { places: isOver ? 6 : 4, most: isOver ? '99999999.99' : '999999999.99', ...rule })
  return isOver && 'value' in read ? { value: storedPrice(read.value, unit) } : read
}

/** A price for one unit of stock: `€7.80 / m²`, and `$0.7246 / sq ft ($7.80 / m²)` for a company in feet. */
export function stockPrice(price: string, unit: string, label: string): string {
  const known = inFeet(unit)
  const usual = `${formatPrice(price)} / ${label}`
  return known ? inParts(`${formatPrice(typedPrice(price, unit))} / ${unitWord(known.unit, 1)}`, `(${usual})`) : usual
}

/** A stored quantity in a field: with the fewest decimals that are read back as the same. */
export function stockDraft(qty: string | number, unit: string): string {
  const known = inFeet(unit)
  const stored = exact(String(qty))
  if (!known) return shortDecimalText(written(stored))
  for (let places = 0; ; places += 1) {
    const typed = rounded(divided(stored, exact(known.size), places + 2) ?? stored, places)
    if (places === 8 || compared(rounded(times(typed, exact(known.size)), 4), rounded(stored, 4)) === 0)
      return shortDecimalText(written(typed))
  }
}

/** The units of areas and of runs as people write them behind a number. */
const named: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  m2: [
    [/\s*(?:sq\.?\s*(?:ft|feet|foot)\.?|square\s+f(?:ee|oo)t|ft\s*[2²]|sf)$/i, 'ft2'],
    [/\s*(?:m\s*[2²]|sqm|sq\.?\s*m\.?|square\s+met(?:re|er)s?)$/i, 'm2'],
  ],
  m: [
    [/\s*(?:ft|feet|foot|['′’])\.?$/i, 'ft'],
    [/\s*(?:m|met(?:re|er)s?)$/i, 'm'],
  ],
}

/** How a typed quantity of stock is read. `side`: the width of the roll in millimetres, for a length that is taken off it. */
export type StockRule = Omit<DecimalRule, 'places'> & { places?: number; side?: string | number | null | undefined }

/**
 * A quantity of stock as people type it, in the unit of the stock. A number alone is in the unit that the person sees:
 * `24`. `24 sq ft`, `2.2 m²`, `54" × 98"` and, off a roll, `8'2"` are areas; `8'2"` and `3 m` are runs. Pieces stay numbers.
 */
export function readStock(typed: string, unit: string, rule: StockRule = {}): TypedDecimal {
  const { side, ...limits } = rule
  const within = { places: isWholeUnit(unit) ? 0 : 4, most: '1000000', ...limits }
  if (!feet[unit]) return readDecimal(typed, within)
  const text = typed.trim()
  for (const [ending, of] of named[unit] ?? []) {
    const figure = text.replace(ending, '')
    if (figure !== text && !namesUnit(figure) && typedSides(figure).length < 2) return inUnit(figure, of, unit, within)
  }
  const sides = typedSides(text)
  if (!namesUnit(text) && sides.length < 2) return inUnit(text, feetFor(unit) ?? unit, unit, within)
  return bySides(sides, unit, within, side)
}

function inUnit(figure: string, from: string, unit: string, rule: DecimalRule): TypedDecimal {
  const known = feet[unit]
  if (from === unit || !known) return readDecimal(figure, rule)
  const { least: _, most: __, ...open } = rule
  const read = readDecimal(figure, open)
  return 'value' in read ? within(written(rounded(times(exact(read.value), exact(known.size)), 4)), unit, rule) : read
}

/** The product of typed lengths: both sides of an area, one of a run. */
function bySides(sides: readonly string[], unit: string, rule: DecimalRule, side: StockRule['side']): TypedDecimal {
  const read = sides.map((one) => readMillimetres(one, { places: 3, aboveZero: true }))
  const problem = read.flatMap((one) => ('problem' in one ? [one.problem] : []))[0]
  if (problem !== undefined) return { problem: unit === 'm2' ? howToType(unit) : problem }
  const lengths = [
    ...read.flatMap((one) => ('value' in one ? [exact(one.value)] : [])),
    ...(unit === 'm2' && sides.length === 1 && side ? [exact(String(side))] : []),
  ]
  if (lengths.length !== (unit === 'm2' ? 2 : 1)) return { problem: howToType(unit) }
  const inThousandths = lengths.reduce(times, exact('1'))
  const metres = divided(inThousandths, exact(unit === 'm2' ? '1000000' : '1000'), 8)
  return within(written(rounded(metres ?? inThousandths, 4)), unit, rule)
}

const howToType = (unit: string): string =>
  unit === 'm2'
    ? isInFeet()
      ? 'Write square feet, 24, or both sides: 54" × 98"'
      : 'Write square metres, 2.5, or both sides: 1.2 m × 2.5 m'
    : isInFeet()
      ? 'Write feet: 24, or 8\'2"'
      : 'Write metres: 2.5'

/** A counted-over quantity against the limits of its field, which are said in the unit of the person. */
function within(value: string, unit: string, { aboveZero, least, most }: DecimalRule): TypedDecimal {
  if (aboveZero && exact(value).units <= 0n) return { problem: 'Please enter an amount above zero' }
  if (least !== undefined && compared(exact(value), exact(least)) < 0)
    return { problem: least === '0' ? 'This cannot be below zero' : `At least ${stockText(least, unit)}` }
  if (most !== undefined && compared(exact(value), exact(most)) > 0)
    return { problem: `At most ${stockText(written(shortened(exact(most))), unit)}` }
  return { value }
}

type Units = { sell: string; buy: string }

/** What is bought in feet has that many of the sold units in one foot: 4.5 sq ft in a foot are 1.3716 m² in a metre. */
const bought = ({ sell, buy }: Units): string => (feetFor(sell) === null ? '1' : (inFeet(buy)?.size ?? '1'))

/** Sold units in one bought one, in the units of the stock: 738 sq ft in a roll are 68.5624 m². */
export function readPerBought(typed: string, units: Units, most: string): TypedDecimal {
  if (units.sell === units.buy || !feet[units.sell]) return readDecimal(typed, { places: 4, aboveZero: true, most })
  const read = readStock(typed, units.sell, { aboveZero: true, most })
  const each = 'value' in read ? divided(exact(read.value), exact(bought(units)), 6) : null
  return each ? { value: written(rounded(each, 4)) } : read
}

/** The same in a field. */
export const perBoughtDraft = (stored: string | number, units: Units): string =>
  units.sell === units.buy
    ? shortDecimalText(String(stored))
    : stockDraft(written(times(exact(String(stored)), exact(bought(units)))), units.sell)

export type Counted = { qty: string; unit: string }

/** What was typed in a unit, in the unit of the stock: 100 sq ft are 9.2903 m². Other units stay as typed. */
export function inStockUnit(qty: string, unit: string): Counted {
  const [stock, known] = Object.entries(feet).find(([, one]) => one.unit === unit) ?? []
  return stock && known
    ? { qty: written(rounded(times(exact(qty), exact(known.size)), 4)), unit: stock }
    : { qty, unit }
}

/** A quantity that is typed beside a choice of units: a number alone is in the chosen one, and `24 sq ft` says its own. */
export function readCounted(
  typed: string,
  chosen: string,
  stock: string,
  rule: StockRule,
): Counted | { problem: string } {
  if (namesUnit(typed) || typedSides(typed).length > 1) {
    const read = readStock(typed, stock, rule)
    return 'value' in read ? { qty: read.value, unit: stock } : read
  }
  const { side: _, ...limits } = rule
  const read = readDecimal(typed, { places: 4, most: '1000000', ...limits })
  return 'value' in read ? inStockUnit(read.value, chosen) : read
}
