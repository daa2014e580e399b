import { decimal, exact, shortened, times, truncated, written } from '../shared/domain/money/decimal.ts'
import { countedText } from '../shared/domain/money/quantity-text.ts'
import { areaText, isInFeet, type LengthWriting, runText, sidesText } from '../shared/domain/text/length.ts'
import { cutMeasure, measureOf, sizeUnitOf } from './units.ts'

/** A size in millimetres and how many; all decimal text, each may be unknown. */
export type Sized = { width_mm: string | null; height_mm: string | null; qty: string | null }

const inMetres = (mm: string | null) => {
  const read = mm === null ? null : decimal(mm)
  return read && { units: read.units, scale: read.scale + 3 }
}

/** The area of all pieces in m², cut to four decimals, without zeros at its end; null without both sides. */
export function areaM2({ width_mm, height_mm, qty }: Sized): string | null {
  const [width, height] = [inMetres(width_mm), inMetres(height_mm)]
  return width && height && written(shortened(truncated(times(times(width, height), exact(qty ?? '1')), 4)))
}

/** The widths of all pieces laid end to end, in metres; null without a width. */
export function runningMetres({ width_mm, qty }: Sized): string | null {
  const width = inMetres(width_mm)
  return width && written(shortened(truncated(times(width, exact(qty ?? '1')), 4)))
}

/** `3,000 × 750 mm`, or one side alone; null without a size. The quantity is not included. */
export function sizeText(
  { width_mm, height_mm }: Pick<Sized, 'width_mm' | 'height_mm'>,
  writing?: LengthWriting,
): string | null {
  const sides = [width_mm, height_mm].filter((side) => side !== null)
  return sides.length === 0 ? null : sidesText(sides, writing)
}

/** Cut to two decimals: nobody reads more. What would be nothing then keeps its four. */
function readable(measure: string | null): string | null {
  if (measure === null) return null
  const cut = truncated(exact(measure), 2)
  return cut.units === 0n ? measure : written(shortened(cut))
}

/** How a quantity of a unit, a written number of metres or feet that run on, and one of square feet are said. */
export type SizeWords = {
  quantity: (qty: string, unit: string | null) => string
  running: (number: string, unit: 'm' | 'ft') => string
  squareFeet: (number: string) => string
}
const englishWords = (locale: string | undefined): SizeWords => ({
  quantity: (qty, unit) => countedText(qty, unit, locale),
  running: (number, unit) => `${number} running ${unit}`,
  squareFeet: (number) => `${number} sq ft`,
})

/**
 * The grey size under a description: `3,000 × 750 mm · 13.5 m²`, `96" × 48" · 32 sq ft`, or `1,370 mm · 68.5 running m` with a width alone.
 * When the price is per one of these, only that one, exactly: `3,000 × 750 mm · 45 m edge`. Null without a size.
 */
export function extentText(
  line: Sized & { unit?: string | null },
  writing: LengthWriting = {},
  words: SizeWords = englishWords(writing.locale),
): string | null {
  const size = sizeText(line, writing)
  if (size === null) return null
  const measure = measureOf(line)
  if (measure) {
    const whole = written(shortened(cutMeasure(line.unit, times(measure, exact(line.qty ?? '1')))))
    return `${size} · ${words.quantity(whole, sizeUnitOf(line.unit))}`
  }
  const area = areaM2(line)
  const metres = area === null ? runningMetres(line) : null
  const isFeet = isInFeet(writing)
  const [wide, long] = isFeet ? [area, metres] : [readable(area), readable(metres)]
  return [
    size,
    wide && (isFeet ? words.squareFeet(areaText(wide, writing).replace(/ sq ft$/, '')) : areaText(wide, writing)),
    long && words.running(runText(long, writing).replace(/ (m|ft)$/, ''), isFeet ? 'ft' : 'm'),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The ordered, made or delivered count of a line: pieces when its price is by size, else the quantity in its unit. */
export const piecesText = (line: Sized & { unit: string | null }, locale?: string): string =>
  countedText(line.qty ?? '0', measureOf(line) ? null : line.unit, locale)
