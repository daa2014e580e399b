import { queryOptions } from '@tanstack/react-query'
import { readPurchase } from '@/documents/paper/purchase-paper'
import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import { withTexts } from '@/shared/domain/texts/papers/load'
import { inventoryKey } from '../../inventory'
import type { purchaseFilters } from '../purchase-filters'

const supplierColumns = 'supplier:contacts(id, type, name, last_name, company, email)'

export type PurchaseRow = {
  id: string
  purchase_number: string
  status: string
  created_at: string
  sent_at: string | null
  expected_on: string | null
  supplier: { id: string; type: string; name: string | null; last_name: string | null; company: string | null }
  lines: { id: string }[]
}

/** One page of purchase orders. */
export function readPurchases({ filter, ...page }: PageRequest<typeof purchaseFilters>) {
  let query = db
    .from('purchase_orders')
    .select(
      `id, purchase_number, status, created_at, sent_at, expected_on, ${supplierColumns}, lines:purchase_order_lines(id)`,
      page.after ? {} : { count: 'exact' },
    )
  const words = storableLine(filter.q)
  if (words) query = query.ilike('purchase_number', `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
  if (filter.show === 'open') query = query.in('status', ['draft', 'sent', 'part_received'])
  if (filter.status) query = query.eq('status', filter.status)
  if (filter.supplier) query = query.eq('supplier_id', filter.supplier)
  return pageOf<PurchaseRow>(query, page)
}

/** One purchase order with its lines and receipts; null when it is missing. Quantities are decimal text. */
export const purchaseQuery = (id: string) =>
  queryOptions({
    queryKey: [...inventoryKey, 'purchase', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('purchase_orders')
        .select(
          `id, purchase_number, status, created_at, sent_at, sent_to, expected_on, note, cancel_reason, row_version,
          supplier_id, ${supplierColumns},
          lines:purchase_order_lines(id, qty::text, qty_received::text, unit, supplier_sku, row_version, created_at,
            item:inventory_items(id, name, sku, bin)),
          receipts:purchase_receipts(id, delivery_note, created_at, created_by,
            movements:stock_movements(id, qty::text, unit, reason, item:inventory_items(name)))`,
        )
        .eq('id', id)
        .order('created_at', { referencedTable: 'purchase_order_lines' })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Purchase = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof purchaseQuery>['queryFn']>>>>
export type PurchaseLine = Purchase['lines'][number]

/** The cost of one bought unit of each line, by line; empty for people who may not see costs. */
export const purchaseCostsQuery = (lines: readonly string[]) =>
  queryOptions({
    queryKey: [...inventoryKey, 'purchase costs', lines],
    enabled: lines.length > 0,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('purchase_order_line_costs')
        .select('line_id, unit_cost::text')
        .in('line_id', [...lines])
        .abortSignal(signal)
        .throwOnError()
      return Object.fromEntries(data.map(({ line_id, unit_cost }) => [line_id, unit_cost]))
    },
  })

/** The content of a purchase order's paper. */
export async function readPurchaseDocument(id: string) {
  const { data } = await db.rpc('purchase_document', { p_id: id }).throwOnError()
  const document = readPurchase(data)
  return document && withTexts(document)
}

/** The items to order now, by supplier and name: at most 500. */
export const toOrderQuery = queryOptions({
  queryKey: [...inventoryKey, 'to order'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('inventory_items')
      .select(
        `id, name, sku, stock_unit, buy_unit, stock_per_buy::text, available::text, on_order::text, min_qty::text,
        to_order::text, short::text, is_low, supplier_sku, supplier:contacts(id, type, name, last_name, company)`,
      )
      .or('is_low.eq.true,to_order.gt.0')
      .order('name')
      .limit(500)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
export type LowItem = Awaited<ReturnType<NonNullable<typeof toOrderQuery.queryFn>>>[number]
