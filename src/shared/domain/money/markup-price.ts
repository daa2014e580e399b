import { type Decimal, decimal, divided, plus, rounded, times, written } from './decimal.ts'

const hundred: Decimal = { units: 100n, scale: 0 }

/**
 * The price of one sell unit, as `private.marked_up` in the database computes it: to four decimals, half away from
 * zero. Texts are plain decimals; null when one of them is not.
 */
export function markupPrice(cost: string, markupPct: string, sellPerBuy = '1'): string | null {
  const [costs, markup, units] = [decimal(cost), decimal(markupPct), decimal(sellPerBuy)]
  if (!costs || !markup || !units) return null
  const price = divided(times(costs, plus(hundred, markup)), times(hundred, units), 16)
  return price && written(rounded(price, 4))
}
