import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import { inventoryKey } from '../../inventory'
import { wordPattern } from '@/kit/pickers/stock-items'
import type { BulkRow } from '../bulk-edit'

/** The most items in one sheet. */
export const mostRows = 500

const columns =
  `id, row_version, sku, name, bin, min_qty::text, reorder_qty::text, supplier_sku, sell_price::text, price_follows_cost,
  form, sell_unit, stock_unit` as const

/** The items of the sheet by name, with their costs for who may see them. */
export const bulkQuery = (text: string, seesCosts: boolean) =>
  queryOptions({
    queryKey: [...inventoryKey, 'bulk', text, seesCosts],
    queryFn: async ({ signal }): Promise<BulkRow[]> => {
      let query = db.from('inventory_items').select(columns).is('archived_at', null)
      for (const word of storableLine(text).split(' ').filter(Boolean).slice(0, 8))
        query = query.like('search_text', wordPattern(word))
      const [{ data: items }, { data: costs }] = await Promise.all([
        query.order('name').limit(mostRows).abortSignal(signal).throwOnError(),
        seesCosts
          ? db
              .from('inventory_item_costs')
              .select('item_id, cost_price::text, markup_pct::text')
              .limit(10_000)
              .abortSignal(signal)
              .throwOnError()
          : { data: [] },
      ])
      const costOf = new Map(costs.map((cost) => [cost.item_id, cost]))
      return items.map((item) => ({
        ...item,
        cost_price: costOf.get(item.id)?.cost_price ?? null,
        markup_pct: costOf.get(item.id)?.markup_pct ?? null,
      }))
    },
  })

/** The items with these numbers, for a CSV file: at most 1,000. Compared without regard to case. */
export async function itemsByNumber(
  numbers: readonly string[],
): Promise<Map<string, { id: string; row_version: number }>> {
  const { data } = await db
    .from('inventory_items')
    .select('id, sku, row_version')
    .in('sku', [...numbers])
    .limit(1000)
    .throwOnError()
  return new Map(data.map(({ id, sku, row_version }) => [sku.toLowerCase(), { id, row_version }]))
}
