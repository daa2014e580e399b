import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { inventoryKey } from '../inventory'

/** A group with its items that are not archived, by size; null when it is not there. */
export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: [...inventoryKey, 'group', id],
    queryFn: async ({ signal }) => {
      const [{ data: group }, { data: items }] = await Promise.all([
        db
          .from('inventory_groups')
          .select('id, name, note')
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError(),
        db
          .from('inventory_items')
          .select(
            `id, name, bin, width_mm::text, length_mm::text, thickness_mm::text, stock_unit, available::text,
            on_order::text, is_low, sell_price::text, sell_unit, color:variant_colors(name)`,
          )
          .eq('group_id', id)
          .is('archived_at', null)
          .order('name')
          .limit(200)
          .abortSignal(signal)
          .throwOnError(),
      ])
      return group && { ...group, items }
    },
  })
