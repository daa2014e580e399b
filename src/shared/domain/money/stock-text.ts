import { exact, rounded, times, written } from './decimal.ts'
import { formatPrice } from './money.ts'
import { qtyText, unitWord } from './quantity-text.ts'
import { areaText, isInFeet, runText } from '../text/length.ts'

/** Stock is counted in square metres and metres; a company in inches and feet reads and types square feet and feet. */

/** One of the company's units in that of the stock, exactly. */
const feet: Readonly<Record<string, { unit: string; size: string; text: (qty: string | number) => string }>> = {
  m2: { unit: 'ft2', size: '0.09290304', text: areaText },
  m: { unit: 'ft', size: '0.3048', text: runText },
}
const inFeet = (unit: string) => (isInFeet() ? feet[unit] : undefined)

/** The unit in feet that a company in feet types a stock unit in: `ft2` for `m2`; null for pieces, and in other companies. */
export const feetFor = (unit: string): string | null => inFeet(unit)?.unit ?? null

type Counted = { qty: string; unit: string }

/** What was typed in a unit, in the unit of the stock: 100 sq ft are 9.2903 m². Other units stay as typed. */
export function inStockUnit(qty: string, unit: string): Counted {
  const [stock, known] = Object.entries(feet).find(([, one]) => one.unit === unit) ?? []
  return stock && known
    ? { qty: written(rounded(times(exact(qty), exact(known.size)), 4)), unit: stock }
    : { qty, unit }
}

/** Parts of a text that a narrow cell breaks between, and not inside. */
const inParts = (...parts: readonly string[]): string => parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' ')

/** An amount of stock: `239.75 m²`, and `239.75 m² (2,580.65 sq ft)` for a company in feet. */
export function stockText(qty: string | number, unit: string): string {
  const known = inFeet(unit)
  return known ? inParts(qtyText(qty, unit), `(${known.text(qty)})`) : qtyText(qty, unit)
}

/** A price for one unit of stock: `€7.80 / m²`, and `$7.80 / m² ($0.7246 / sq ft)` for a company in feet. */
export function stockPrice(price: string, unit: string, label: string): string {
  const known = inFeet(unit)
  const usual = `${formatPrice(price)} / ${label}`
  if (!known) return usual
  const each = rounded(times(exact(price), exact(known.size)), 4)
  return inParts(usual, `(${formatPrice(each)} / ${unitWord(known.unit, 1)})`)
}
