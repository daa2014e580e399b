import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { withOpenWork } from '@/shared/db/reads/open-work'
import { deliveriesKey } from './deliveries.query'

const columns = `id, delivery_number, project_title, status, method, scheduled_at, scheduled_has_time, slot_minutes, delivered_at, received_by,
  public_uuid, failed_reason, gone_on_hold, photo_paths, van_id, route_seq, crew, failed_at, weight_kg::text, parcels, contact_on_site, phone_on_site, instructions, show_prices, order_id, contact_id, location_id, row_version,
  contact:contacts!deliveries_contact_id_fkey(id, type, name, last_name, company, phone, address_line, city, postcode, state),
  location:locations!deliveries_location_id_fkey(id, label, address, city, lat, lng),
  order:orders!deliveries_order_id_fkey(id, order_number),
  van:vans!deliveries_van_id_fkey(name, registration),
  items:delivery_items(id, position, qty::text, qty_delivered::text, item:order_items(description, unit, width_mm::text, height_mm::text, qty::text, qty_delivered::text)),
  drops:partial_deliveries(id, seq, partial_number, status, delivered_at, received_by, photo_paths,
    items:partial_delivery_items(delivery_item_id, qty::text))`

/** A delivery with its lines, its drops and what is not made yet; null when it is missing or may not be seen. */
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
      return data && ((await withOpenWork([data], signal))[0] ?? null)
    },
  })
export type Delivery = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof deliveryQuery>['queryFn']>>>>

/** Seconds that the address of a photo opens it. */
const life = 3600

/** The addresses of photos that were taken at the door, by their paths. */
export const photosQuery = (paths: readonly string[]) =>
  queryOptions({
    queryKey: ['delivery-photos', paths],
    staleTime: (life - 600) * 1000,
    gcTime: (life - 600) * 1000,
    queryFn: async (): Promise<Record<string, string>> => {
      if (paths.length === 0) return {}
      const { data, error } = await (await db.storage()).from('delivery-photos').createSignedUrls([...paths], life)
      if (error) throw new Error(error.message)
      return Object.fromEntries(data.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl]] : [])))
    },
  })

/** The signatures of the delivery and its drops, newest first. */
export const signaturesQuery = (deliveryId: string, dropIds: readonly string[]) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'one', deliveryId, 'signatures', dropIds],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('document_signatures')
        .select('id, kind, record_id, signed_name, image, signed_at')
        .in('kind', ['delivery', 'partial_delivery'])
        .in('record_id', [deliveryId, ...dropIds])
        .order('signed_at', { ascending: false })
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
export type Signature = Awaited<ReturnType<NonNullable<ReturnType<typeof signaturesQuery>['queryFn']>>>[number]
