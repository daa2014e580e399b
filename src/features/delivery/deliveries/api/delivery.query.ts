import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { deliveriesKey } from './deliveries.query'

const columns = `id, delivery_number, project_title, status, method, scheduled_at, slot_minutes, delivered_at, received_by,
  public_uuid, failed_reason, contact_on_site, phone_on_site, instructions, show_prices, order_id, contact_id, location_id, row_version,
  contact:contacts!deliveries_contact_id_fkey(id, type, name, last_name, company, phone),
  location:locations!deliveries_location_id_fkey(id, label, address, city, lat, lng),
  order:orders!deliveries_order_id_fkey(id, order_number),
  items:delivery_items(id, position, qty::text, qty_delivered::text, item:order_items(description, unit, qty::text, qty_delivered::text)),
  drops:partial_deliveries(id, seq, partial_number, status, delivered_at, received_by,
    items:partial_delivery_items(delivery_item_id, qty::text))`

/** A delivery with what it brings and its drops; null when it is not there or may not be seen. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('deliveries')
        .select(columns)
        .eq('id', id)
        .order('position', { referencedTable: 'delivery_items' })
        .order('seq', { referencedTable: 'partial_deliveries' })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Delivery = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof deliveryQuery>['queryFn']>>>>
