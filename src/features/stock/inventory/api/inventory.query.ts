import { queryOptions } from '@tanstack/react-query'
import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import { type inventoryFilters, inventoryKey } from '../inventory'
import { wordPattern } from '@/kit/pickers/stock-items'

export type ItemLine = {
  id: string
  sku: string
  name: string
  form: string
  bin: string | null
  width_mm: number | null
  length_mm: number | null
  thickness_mm: number | null
  sell_price: string | null
  sell_unit: string
  stock_unit: string
  on_hand: string
  reserved: string
  available: string
  on_order: string
  min_qty: string | null
  is_low: boolean
  row_version: number
  type: { name: string } | null
  /** The first one at most. */
  photos: { preview: string }[]
}
const lineColumns = `id, sku, name, form, bin, width_mm, length_mm, thickness_mm, sell_price::text, sell_unit, stock_unit,
  on_hand::text, reserved::text, available::text, on_order::text, min_qty::text, is_low, row_version, type:item_types(name), photos:item_photos(preview)`

/** One page of items. Every word of the search is in the name, the number, the bin or the supplier's number. */
export function readItems({ filter, ...page }: PageRequest<typeof inventoryFilters>, isArchived = false) {
  let query = db.from('inventory_items').select(lineColumns, page.after ? {} : { count: 'exact' })
  query = query.order('place', { referencedTable: 'photos' }).limit(1, { referencedTable: 'photos' })
  query = isArchived ? query.not('archived_at', 'is', null) : query.is('archived_at', null)
  for (const word of storableLine(filter.q).split(' ').filter(Boolean))
    query = query.like('search_text', wordPattern(word))
  if (filter.form) query = query.eq('form', filter.form)
  if (filter.low) query = query.eq('is_low', true)
  if (filter.unpriced) query = query.is('sell_price', null)
  return pageOf<ItemLine>(query, page)
}

const itemColumns =
  `id, sku, name, type_id, brand_id, material_type_id, color_id, form, width_mm::text, length_mm::text,
  thickness_mm::text, weight_kg_m2::text, buy_unit, sell_unit, sell_per_buy::text, sell_price::text, price_follows_cost,
  vat_rate_id, supplier_id, supplier_sku, note, archived_at, row_version, group_id, bin, min_qty::text, reorder_qty::text,
  stock_unit, on_hand::text, reserved::text, available::text, on_order::text, is_low, to_order::text,
  charge_per, charge_step::text, charge_min::text, charge_waste_pct::text` as const

async function readItem(id: string, signal: AbortSignal) {
  const { data } = await db
    .from('inventory_items')
    .select(itemColumns)
    .eq('id', id)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data
}
export type Item = NonNullable<Awaited<ReturnType<typeof readItem>>>

/** One stock item; null when it is not there. */
export const itemQuery = (id: string) =>
  queryOptions({ queryKey: [...inventoryKey, 'one', id], queryFn: ({ signal }) => readItem(id, signal) })

/** The cost of an item; null when it is unknown or the person may not see costs. */
export const itemCostQuery = (id: string) =>
  queryOptions({
    queryKey: [...inventoryKey, 'cost', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('inventory_item_costs')
        .select('cost_price::text, markup_pct::text')
        .eq('item_id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
