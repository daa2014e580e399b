import { queryOptions } from '@tanstack/react-query'
import type { ProductOption } from '@/documents/calculation/product'
import { db } from '@/shared/db/client'
import { uuidOf } from '@/shared/domain/records/uuid'
import { productsKey } from '../products'

/** Every product in the order of the list; archived ones too. */
export async function readProducts(signal: AbortSignal) {
  const { data } = await db
    .from('manufactured_products')
    .select('id, slug, name, summary, base_price::text, is_public, sort, archived_at, options:product_options(count)')
    .order('sort')
    .order('name')
    .limit(1000)
    .abortSignal(signal)
    .throwOnError()
  return data
}
export type ProductLine = Awaited<ReturnType<typeof readProducts>>[number]

/** One product by its address or its id, with its options and materials; null when it is not there. */
export const productQuery = (slugOrId: string) =>
  queryOptions({
    queryKey: [...productsKey, 'one', slugOrId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('manufactured_products')
        .select(
          `id, slug, name, summary, description, base_price::text, service_id, is_public, sort, archived_at, row_version,
           service:services(id, slug, name),
           options:product_options(id, option_group, name, effect, value::text, is_usual, sort),
           parts:product_parts(id, qty::text, option_id, item:inventory_items(id, sku, name, sell_unit))`,
        )
        .eq(uuidOf(slugOrId) ? 'id' : 'slug', slugOrId)
        .order('sort', { referencedTable: 'product_options' })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Product = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof productQuery>['queryFn']>>>>

/** The items that are sold by the area or the metre, with their unit: the parts of a product are typed in it. */
export const measuredItemsQuery = queryOptions({
  queryKey: [...productsKey, 'measured items'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('inventory_items')
      .select('id, sell_unit')
      .in('sell_unit', ['m2', 'm'])
      .order('name')
      .limit(1000)
      .abortSignal(signal)
      .throwOnError()
    return Object.fromEntries(data.map(({ id, sell_unit }) => [id, sell_unit]))
  },
})

/** The products of one service, or of the service of one product: variants to compare. */
export const productGroupQuery = (id: string) =>
  queryOptions({
    queryKey: [...productsKey, 'group', id],
    queryFn: async ({ signal }) => {
      const { data: one } = await db
        .from('manufactured_products')
        .select('service_id')
        .eq('id', uuidOf(id) ? id : '00000000-0000-0000-0000-000000000000')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      const service = one ? one.service_id : id
      let query = db
        .from('manufactured_products')
        .select(
          `id, name, summary, base_price::text, is_public,
           options:product_options(id, option_group, name, effect, value::text, is_usual, sort),
           parts:product_parts(id, qty::text, option_id, item:inventory_items(id, sku, name, sell_unit))`,
        )
        .is('archived_at', null)
        .order('sort')
        .order('sort', { referencedTable: 'product_options' })
      query = service && uuidOf(service) ? query.eq('service_id', service) : query.eq('id', id)
      const { data } = await query.abortSignal(signal).throwOnError()
      return data.length === 0 ? null : data
    },
  })

/** The pictures of a product in their order. */
export const picturesQuery = (productId: string) =>
  queryOptions({
    queryKey: [...productsKey, 'pictures', productId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('product_pictures')
        .select('id, image, alt, sort')
        .eq('product_id', productId)
        .order('sort')
        .order('created_at')
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** The cost of one piece's parts: always (`option_id` null) and with each option. Empty without `view_financial_data`. */
export const productCostQuery = (productId: string) =>
  queryOptions({
    queryKey: [...productsKey, 'cost', productId],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('product_cost', { p_id: productId }).abortSignal(signal).throwOnError()
      return data
    },
  })

/** An option as prices are computed with it. */
export const asOption = (option: Product['options'][number]): ProductOption => ({
  ...option,
  effect: option.effect === 'percent' ? 'percent' : 'amount',
})
