import { type Decimal, exact, times, truncated, written } from '../shared/domain/decimal.ts'

/** What a line of a document is. Only items and discounts have a price. */
export const lineKinds = ['item', 'heading', 'text', 'discount'] as const
export type LineKind = (typeof lineKinds)[number]

/**
 * Why a line bears its VAT rate: domestic VAT, VAT owed by the buyer, exempt by law, goods that leave the EU, or goods
 * with a rate of zero. All but the first bear 0 %.
 */
export const vatTreatments = ['standard', 'reverse_charge', 'exempt', 'export', 'zero'] as const
export type VatTreatment = (typeof vatTreatments)[number]

/**
 * A line of a quotation, an order, an invoice or a credit note, under the column names of its table. Amounts are decimal
 * text: `qty` and `unit_price` with 4 decimals, `discount_pct` and `vat_rate` in percent with 2.
 */
export type DocumentLine = {
  id: string
  kind: LineKind
  description: string
  qty: string
  unit: string | null
  unit_price: string
  discount_pct: string
  vat_rate: string
  vat_treatment: VatTreatment
  is_optional: boolean
  /** Options of one group exclude each other. */
  option_group: string | null
  is_selected: boolean
  width_mm: number | null
  height_mm: number | null
}

/** What the price of a line is made of. */
export type Priced = Pick<DocumentLine, 'kind' | 'qty' | 'unit_price' | 'discount_pct'>

const hundred = exact('100')

/** `qty × unit_price × (1 − discount_pct / 100)`, cut toward zero to cents. Headings and texts are 0.00. */
export function lineNet(line: Priced): string {
  return written(netOf(line))
}

/** The same as an exact decimal of two places, for sums. */
export function netOf({ kind, qty, unit_price, discount_pct }: Priced): Decimal {
  if (kind === 'heading' || kind === 'text') return { units: 0n, scale: 2 }
  const discount = exact(discount_pct)
  const kept: Decimal = {
    units: hundred.units * 10n ** BigInt(discount.scale) - discount.units,
    scale: discount.scale + 2,
  }
  return truncated(times(times(exact(qty), exact(unit_price)), kept), 2)
}

/** True when the line is part of the totals: an item or discount that is no option, or the chosen option. */
export const counts = ({
  kind,
  is_optional,
  is_selected,
}: Pick<DocumentLine, 'kind' | 'is_optional' | 'is_selected'>) =>
  (kind === 'item' || kind === 'discount') && (!is_optional || is_selected)

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
