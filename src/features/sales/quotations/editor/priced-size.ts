import { sizeText } from '@/documents/sizes'
import { sizeUnitOf } from '@/documents/units'
import { compared, divided, exact, shortened, times, written } from '@/shared/domain/money/decimal'
import { qtyText } from '@/shared/domain/money/quantity-text'
import type { Patch, QuotationItem } from './line'

type Sides = Pick<QuotationItem, 'width_mm' | 'height_mm'>

const sideText = (mm: string | null) => {
  const side = exact(mm ?? '0')
  return side.units > 0n ? written(shortened(side)) : null
}

/** A whole size as a line keeps it with its price: `1000x800`. Null where a side is missing. */
export function sizeKey({ width_mm, height_mm }: Sides): string | null {
  const [width, height] = [sideText(width_mm), sideText(height_mm)]
  return width && height && `${width}x${height}`
}

type PricedLine = Sides & Pick<QuotationItem, 'unit' | 'unit_price' | 'priced_size'>

/** A price for a piece belongs to its size. A price for m², metres or hours does not. */
const isForSize = ({ unit, unit_price }: PricedLine) =>
  sizeUnitOf(unit) === null && unit !== 'hour' && exact(unit_price ?? '0').units > 0n

/**
 * The change that follows from new sides. `priced_size` keeps the size of the price until the person decides; a typed
 * charged quantity is dropped, because it was for the old size.
 */
export function sizePatch(line: QuotationItem, sides: Partial<Sides>): Patch {
  const after = { ...line, ...sides }
  const before = line.priced_size ?? (isForSize(line) ? sizeKey(line) : null)
  const now = sizeKey(after)
  const priced = before !== null && before === now ? null : before
  return {
    ...sides,
    ...(priced === line.priced_size ? {} : { priced_size: priced }),
    ...(line.own_charged_qty === null ? {} : { own_charged_qty: null }),
  }
}

/** The sides that a size is kept by: `1000x800`. */
export function sidesOf(key: string): { width_mm: string; height_mm: string } {
  const [width_mm = '', height_mm = ''] = key.split('x')
  return { width_mm, height_mm }
}

/** The question whether a price holds for another size: the size that it was for, and the price in proportion to the area. */
export type PriceQuestion = { was: { width_mm: string; height_mm: string }; offered: string | null }

/** Null where the price is for the size of the line, or for no size. */
export function priceQuestion(line: PricedLine): PriceQuestion | null {
  const { width_mm, height_mm } = sidesOf(line.priced_size ?? '')
  if (!width_mm || !height_mm || !isForSize(line) || sizeKey(line) === line.priced_size) return null
  const area = sizeKey(line) && times(exact(line.width_mm ?? '0'), exact(line.height_mm ?? '0'))
  const offered =
    area && divided(times(exact(line.unit_price ?? '0'), area), times(exact(width_mm), exact(height_mm)), 2)
  return { was: { width_mm, height_mm }, offered: offered ? written(offered) : null }
}

/** What a price was for, and what its line sells: `5 pieces` and `1 piece`. `now` is null where the line has no whole size. */
export type PricedFor = { was: string; now: string | null; question: PriceQuestion | null }

/**
 * The size or the quantity that the price of a line was for, while nobody has answered whether it holds for another one;
 * null where it does. The same as `private.check_prices_of_quotation`.
 */
export function pricedFor(line: QuotationItem): PricedFor | null {
  if (line.kind !== 'item') return null
  const question = priceQuestion(line)
  if (question) return { was: sizeText(question.was) ?? '', now: sizeText(line), question }
  const { priced_qty: was, qty, unit } = line
  if (was === null || qty === null || compared(exact(was), exact(qty)) === 0) return null
  return { was: qtyText(was, unit ?? 'piece'), now: qtyText(qty, unit ?? 'piece'), question: null }
}

/**
 * The cost of a piece in another size, by the area, as the database estimates it: cut after four places. A cost for m² or
 * hours is no cost of a size, and stays.
 */
export function costInSize(cost: string, unit: string | null, from: Sides, to: Sides): string {
  if (sizeKey(from) === null || sizeKey(to) === null || sizeUnitOf(unit) !== null || unit === 'hour') return cost
  const area = ({ width_mm, height_mm }: Sides) => times(exact(width_mm ?? '0'), exact(height_mm ?? '0'))
  const now = divided(times(exact(cost), area(to)), area(from), 4)
  return now === null || sizeKey(from) === sizeKey(to) ? cost : written(now)
}
