import { type Rounding, toCents } from '../shared/domain/money/tax-on.ts'
import {
  compared,
  type Decimal,
  divided,
  exact,
  minus,
  negative,
  rounded,
  times,
  truncated,
  written,
} from '../shared/domain/money/decimal.ts'
import { byRule, type ChargeRule, ruleOf, storedRule } from './charge-rule.ts'
import { cutMeasure, measureOf, sizeUnitOf } from './units.ts'

/**
 * The kinds of document lines. Headings and texts have no amounts. A discount has a negative quantity and a positive
 * price; so has a deposit, which an invoice deducts.
 */
export const lineKinds = ['item', 'heading', 'text', 'discount', 'deposit'] as const
export type LineKind = (typeof lineKinds)[number]

/**
 * The reason of a line's VAT rate: domestic VAT, VAT owed by the buyer, exempt by law, goods that leave the EU, or
 * goods with a rate of zero. All but the first have 0 %.
 */
export const vatTreatments = [
  'standard',
  'reverse_charge',
  'intra_community',
  'exempt',
  'export',
  'outside',
  'zero',
] as const
export type VatTreatment = (typeof vatTreatments)[number]

/**
 * A line of a quotation, an order, an invoice or a credit note, under the column names of its table. Amounts are decimal
 * text: `qty` and `unit_price` with 4 decimals, `discount_pct` in percent with 2, `vat_rate` in percent with 4, sizes in
 * millimetres with 2. Headings and texts have none.
 */
export type DocumentLine = {
  id: string
  kind: LineKind
  description: string
  details: string | null
  qty: string | null
  unit: string | null
  width_mm: string | null
  height_mm: string | null
  unit_price: string | null
  discount_pct: string | null
  /** The catalogue's charge rule: `m2 piece 0.1 0.5 0`. Only lines in editing have it. */
  charge_rule?: string | null | undefined
  /** The charged quantity that a person said by hand. */
  own_charged_qty?: string | null | undefined
  /** The stored factor of the price; null when it is `qty`. */
  charged_qty?: string | null | undefined
  /**
   * The stored net amount of the line, if there is one: the last part invoice of an order takes the rest of the order's
   * net.
   */
  net?: string | null | undefined
  vat_rate: string | null
  vat_treatment: VatTreatment | null
  /** The stored tax of a deducted deposit: that of the deposit, whatever the rest comes to. */
  vat?: string | null | undefined
  /** The number of the deposit invoice that a deduction deducts. */
  deducts?: string | null | undefined
  /** Prices by quantity, where the document shows them: `1:14 10:13.5 50:12`. */
  price_breaks?: string | null | undefined
  /** An amount is credited and no quantity: `qty` is 1 and `unit_price` the amount, and papers print neither. */
  by_amount?: boolean | undefined
  /** A picture for the client: a file of the bucket `line-pictures`. */
  picture_path?: string | null | undefined
  /** Options are lines of quotations only. */
  is_optional?: boolean
  /** Options of one group exclude each other. */
  option_group?: string | null
  is_selected?: boolean
}

/** The inputs of a line's price. */
export type Priced = Pick<DocumentLine, 'kind' | 'qty' | 'unit_price' | 'discount_pct'> &
  Partial<Pick<DocumentLine, 'unit' | 'width_mm' | 'height_mm' | 'charge_rule' | 'own_charged_qty'>>

type Charged = Pick<Priced, 'qty' | 'unit' | 'width_mm' | 'height_mm' | 'charge_rule' | 'own_charged_qty'>

/** True where the price is for m² or metres of a size, so that `qty` are the pieces. */
export const isChargedBySize = (line: Partial<Charged>): boolean => measureOf(line) !== null

/**
 * The quantity for the price, as decimal text. When the unit is m² or metres and a size is given: the typed charged
 * quantity, else the size of all pieces by the line's charge rule, truncated to four decimals. Otherwise `qty`. The
 * database computes the same in `private.charged_qty`.
 */
export function chargedQty(line: Charged): string {
  return measureOf(line) && line.own_charged_qty ? written(exact(line.own_charged_qty)) : computedQty(line)
}

/** The same without a typed charged quantity. */
export function computedQty(line: Charged): string {
  const measure = measureOf(line)
  const qty = exact(line.qty ?? '0')
  if (!measure) return written(qty)
  const rule = ruleOf(line.charge_rule)
  if (rule?.unit !== sizeUnitOf(line.unit)) return written(cutMeasure(line.unit, times(qty, measure)))
  if (rule.per === 'piece') return written(cutMeasure(line.unit, times(qty, byRule(measure, rule))))
  const whole = byRule(times(qty.units < 0n ? negative(qty) : qty, measure), rule)
  return written(cutMeasure(line.unit, qty.units < 0n ? negative(whole) : whole))
}

/** What of its rule a line is charged by: without the minimum where the size is above it, null where the size is charged as it measures. */
export function appliedRule(line: Charged): ChargeRule | null {
  const rule = ruleOf(line.charge_rule)
  if (rule?.unit !== sizeUnitOf(line.unit) || computedQty(line) === measuredQty(line)) return null
  const withoutLeast = { ...rule, min: '0' }
  return computedQty(line) === computedQty({ ...line, charge_rule: storedRule(withoutLeast) }) ? withoutLeast : rule
}

/** The size of all pieces as it measures, without any rule. */
export const measuredQty = (line: Pick<Charged, 'qty' | 'unit' | 'width_mm' | 'height_mm'>): string =>
  computedQty({ ...line, charge_rule: null })

/**
 * The net of a part of an ordered line, as an invoice of these pieces would have it: the charged quantity by their share, the price
 * and discount of the line.
 */
export function partNet(line: Priced & Pick<DocumentLine, 'charged_qty'>, pieces: string, rounding: Rounding): string {
  const whole = exact(line.qty ?? '0')
  const share = line.charged_qty && divided(times(exact(line.charged_qty), exact(pieces)), whole, 4)
  return lineNet({ ...line, unit: null, qty: share ? written(share) : pieces }, rounding)
}

/** The charged quantity on a paper: the stored one, or the computed one of an unsaved line. */
export const printedQty = (line: Charged & Pick<DocumentLine, 'charged_qty' | 'net'>): string =>
  line.charged_qty ?? (line.net ? (line.qty ?? '0') : chargedQty(line))

const leastTold = exact('0.001')

/**
 * True where another quantity is charged than the size measures. Less than a thousandth between them is what dividing an order
 * into parts leaves, and nobody is told of it.
 */
export function isChargedOtherwise(line: Parameters<typeof printedQty>[0]): boolean {
  if (!isChargedBySize(line)) return false
  const more = minus(exact(printedQty(line)), exact(measuredQty(line)))
  return compared(more.units < 0n ? negative(more) : more, leastTold) >= 0
}

const hundred = exact('100')

/** `charged quantity × unit_price × (1 − discount_pct / 100)`, in whole cents. Headings and texts are 0.00. */
export function lineNet(line: Priced, rounding: Rounding): string {
  return written(netOf(line, rounding))
}

/** The same as an exact decimal of two places, for sums. */
export function netOf(line: Priced, rounding: Rounding): Decimal {
  const { kind, unit_price, discount_pct } = line
  if (!hasAmounts(kind)) return { units: 0n, scale: 2 }
  const discount = exact(discount_pct ?? '0')
  const kept: Decimal = {
    units: hundred.units * 10n ** BigInt(discount.scale) - discount.units,
    scale: discount.scale + 2,
  }
  return toCents(times(times(exact(chargedQty(line)), exact(unit_price ?? '0')), kept), rounding)
}

/**
 * The net of a line on a paper, page or electronic invoice, in cents: the stored one. Only an unsaved line is computed,
 * and cut. Computing a stored line again could print another amount than was booked.
 */
export function printedNet(line: Priced & Pick<DocumentLine, 'net'>): string {
  return written(bookedNet(line, 'cut'))
}

/** The same as an exact decimal of two places, for sums. */
export const bookedNet = (line: Priced & Pick<DocumentLine, 'net'>, rounding: Rounding): Decimal =>
  hasAmounts(line.kind) && line.net ? truncated(exact(line.net), 2) : netOf(line, rounding)

/**
 * The unit price with the fewest decimals, two at least, whose multiplication is the printed net: a client who calculates it
 * again comes to the same amount.
 */
export function printedPrice(line: Priced & Pick<DocumentLine, 'charged_qty' | 'net'>): string {
  const price = line.unit_price ?? '0.00'
  const net = printedNet(line)
  const sold = { ...line, unit: null, qty: printedQty(line) }
  const way = lineNet(sold, 'cut') === net ? 'cut' : 'nearest'
  const shorter = [2, 3].map((places) => written(rounded(exact(price), places)))
  return shorter.find((each) => lineNet({ ...sold, unit_price: each }, way) === net) ?? price
}

/**
 * True for the share of a discount in a part invoice. A share such as −0.3573 of 10.55 means nothing to a client, so
 * papers show only its net.
 */
export const isPartDiscount = ({ kind, qty }: Pick<DocumentLine, 'kind' | 'qty'>): boolean => {
  const share = exact(qty ?? '0')
  return kind === 'discount' && compared(truncated(share, 0), share) !== 0
}

/** True for lines with quantity, price and VAT. */
export const hasAmounts = (kind: LineKind): boolean => kind !== 'heading' && kind !== 'text'

/** True when the line is part of the totals: it has amounts and is no option, or the chosen one. */
export const counts = ({
  kind,
  is_optional,
  is_selected,
}: Pick<DocumentLine, 'kind' | 'is_optional' | 'is_selected'>) =>
  hasAmounts(kind) && (!is_optional || is_selected === true)

/** The lines after one option was chosen or left out; choosing an option leaves out the others of its group. */
export function withOption<Line extends Pick<DocumentLine, 'id' | 'is_optional' | 'option_group' | 'is_selected'>>(
  lines: readonly Line[],
  id: string,
  isSelected: boolean,
): Line[] {
  const group = lines.find((line) => line.id === id)?.option_group ?? null
  return lines.map((line) => {
    if (!line.is_optional) return line
    if (line.id === id) return { ...line, is_selected: isSelected }
    return isSelected && group !== null && line.option_group === group ? { ...line, is_selected: false } : line
  })
}
