import type { Rounding } from '../../shared/domain/money/tax-on.ts'
import {
  compared,
  exact,
  plus,
  sum,
  times,
  truncated,
  written,
  zero,
  type Decimal,
} from '../../shared/domain/money/decimal.ts'
import { lineNet } from '../lines.ts'

/** A choice of a product. `value` is added to the price of a piece: an amount, or percent of the price with all amounts. */
export type ProductOption = {
  id: string
  /** Exactly one option of a group is chosen. Options without a group can be added freely. */
  option_group: string | null
  name: string
  effect: 'amount' | 'percent'
  value: string
  is_usual: boolean
}
/** A discount for quantities from `from` and below `to`. Decimal text. */
export type QuantityBreak = { from: string; to: string | null; pct: string }

/** Price of a piece with four decimals, the discount, and the net amount of all pieces. Decimal text. */
export type ProductPrice = { unit_price: string; discount_pct: string; net: string }

const hundred = exact('100')
const values = (options: readonly ProductOption[], effect: ProductOption['effect']): Decimal =>
  sum(options.filter((option) => option.effect === effect).map(({ value }) => exact(value)))

/** The price of a quantity with the chosen options, as `private.product_price` in the database computes it. */
export function productPrice(
  base: string,
  chosen: readonly ProductOption[],
  breaks: readonly QuantityBreak[],
  qty: string,
  rounding: Rounding,
): ProductPrice {
  const { units, scale } = times(plus(exact(base), values(chosen, 'amount')), plus(hundred, values(chosen, 'percent')))
  const unit = truncated(units > 0n ? { units, scale: scale + 2 } : zero, 4)
  const pieces = exact(qty)
  const best = breaks
    .filter(({ from, to }) => compared(pieces, exact(from)) >= 0 && (to === null || compared(pieces, exact(to)) < 0))
    .reduce((most, { pct }) => (compared(exact(pct), most) > 0 ? exact(pct) : most), zero)
  const discount = written(truncated(best, 2))
  return {
    unit_price: written(unit),
    discount_pct: discount,
    net: lineNet({ kind: 'item', qty, unit_price: written(unit), discount_pct: discount }, rounding),
  }
}

/** The initial choice of options: the default or first of each group, and the default free ones. */
export function usualOptions(options: readonly ProductOption[]): string[] {
  const groups = [...new Set(options.map(({ option_group }) => option_group).filter((name) => name !== null))]
  const first = groups.flatMap((name) => {
    const inGroup = options.filter(({ option_group }) => option_group === name)
    return (inGroup.find(({ is_usual }) => is_usual) ?? inGroup[0])?.id ?? []
  })
  return [
    ...first,
    ...options.filter(({ option_group, is_usual }) => option_group === null && is_usual).map(({ id }) => id),
  ]
}

/** The chosen ids after one option was pressed: it takes the place of the other of its group, or is added or left out. */
export function withChoice(options: readonly ProductOption[], chosen: readonly string[], id: string): string[] {
  const group = options.find((option) => option.id === id)?.option_group ?? null
  if (group === null) return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
  const others = options.filter(({ option_group }) => option_group === group).map((option) => option.id)
  return [...chosen.filter((one) => !others.includes(one)), id]
}
