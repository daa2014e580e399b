import { exact, sum, totalOf, written } from '@/shared/domain/money/decimal'
import { worthAt } from '@/shared/domain/money/price-in'
import type { Waiting } from './api/to-invoice.query'

/** The orders of the next invoice: the chosen ones, or the marked one without a choice. */
export function ordersOf(rows: readonly Waiting[], chosen: ReadonlySet<string>, marked: string | null): Waiting[] {
  const picked = rows.filter(({ order_id }) => chosen.has(order_id))
  if (picked.length > 0) return picked
  return rows.filter(({ order_id }) => order_id === marked)
}

/** Chooses an order or gives it back. One invoice is for one client: an order of another one begins a new choice. */
export function toggled(rows: readonly Waiting[], chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (next.delete(id)) return next
  const client = rows.find(({ order_id }) => order_id === id)?.contact_id
  const others = rows.filter(({ order_id }) => next.has(order_id))
  return others.every(({ contact_id }) => contact_id === client) ? next.add(id) : new Set([id])
}

/** The row after a key: up and down by one, Home and End to the ends; the same row otherwise. */
export function after(key: string, rows: readonly Waiting[], marked: string | null): string | null {
  const place = rows.findIndex(({ order_id }) => order_id === marked)
  const last = rows.length - 1
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: last }[key] ?? place
  return rows[Math.max(0, Math.min(last, next))]?.order_id ?? null
}

/**
 * What all orders come to in the currency of the books, and whether one of them is in another. Null: the rate of an order is not
 * known to this person.
 */
export function worthOf(rows: readonly Waiting[], books: string): { net: string; hasForeign: boolean } | null {
  const worths = rows.map(({ net, currency, rate }) =>
    currency === books ? net : rate === undefined ? null : worthAt(net, rate),
  )
  return worths.includes(null)
    ? null
    : {
        net: totalOf(worths.map((worth) => worth ?? '0.00')),
        hasForeign: rows.some(({ currency }) => currency !== books),
      }
}

/** What orders of one client come to, in its currency. */
export const netOf = (rows: readonly Waiting[]): string =>
  written(sum([exact('0.00'), ...rows.map(({ net }) => exact(net))]))
