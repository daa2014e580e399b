import { contactName } from '@/shared/domain/people/contact'
import type { LowItem } from './api/purchase.query'

/** The whole bought units that cover the quantity to order: nobody sells a part of a roll. */
export const wholeUnits = ({ to_order, stock_per_buy }: Pick<LowItem, 'to_order' | 'stock_per_buy'>): number =>
  Math.ceil(Number((Number(to_order) / Number(stock_per_buy)).toFixed(6)))

/** The items under their supplier, by its name; those without one come last. */
export function bySupplier(items: readonly LowItem[]): { supplier: LowItem['supplier']; items: LowItem[] }[] {
  const groups = new Map<string, { supplier: LowItem['supplier']; items: LowItem[] }>()
  for (const item of items) {
    const group = groups.get(item.supplier?.id ?? '') ?? { supplier: item.supplier, items: [] }
    group.items.push(item)
    groups.set(item.supplier?.id ?? '', group)
  }
  const nameOf = ({ supplier }: { supplier: LowItem['supplier'] }) => (supplier ? contactName(supplier) : '\uffff')
  return [...groups.values()].toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
}
