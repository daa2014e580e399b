import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { type OpenWork, withOpenWork } from '@/shared/db/reads/open-work'
import { dayAfter } from '@/shared/domain/time/days'
import { dayIn } from '@/shared/domain/time/zoned'
import { deliveriesKey } from './deliveries.query'

const columns = `id, delivery_number, project_title, status, method, scheduled_at, scheduled_has_time, slot_minutes, delivered_at, received_by,
  van_id, route_seq, crew, weight_kg, failed_reason, failed_at, contact_on_site, phone_on_site, instructions, public_uuid, row_version,
  contact:contacts!deliveries_contact_id_fkey(id, type, name, last_name, company, phone, address_line, city, postcode, state),
  location:locations!deliveries_location_id_fkey(id, label, address, city, lat, lng),
  items:delivery_items(id, position, qty::text, qty_delivered::text,
    item:order_items(description, unit, qty::text, qty_delivered::text, width_mm::text, height_mm::text))`

const drops = () => db.from('deliveries').select(columns)
type Row = NonNullable<Awaited<ReturnType<typeof drops>>['data']>[number]
/** A delivery as the board of a day and the driver's phone show it: with all that is done at the door. */
export type Drop = Row & OpenWork

const most = 400

/** Unfinished deliveries of past days. */
async function readLate(signal: AbortSignal): Promise<Row[]> {
  const { data } = await db
    .rpc('late_deliveries')
    .select(columns)
    .order('scheduled_at')
    .order('position', { referencedTable: 'delivery_items' })
    .limit(most)
    .abortSignal(signal)
    .throwOnError()
  return data
}

/**
 * The deliveries of a day of the company, unsorted, without cancelled ones. `withLate`: also the unfinished ones of
 * past days.
 */
export const dayQuery = (day: string, zone: string | null, withLate = false) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'day', day, zone, withLate],
    enabled: zone !== null,
    queryFn: async ({ signal }) => {
      const [late, { data }] = await Promise.all([
        withLate ? readLate(signal) : [],
        drops()
          .gte('scheduled_at', `${dayAfter(day, -1)}T00:00:00Z`)
          .lt('scheduled_at', `${dayAfter(day, 2)}T00:00:00Z`)
          .neq('status', 'cancelled')
          .order('scheduled_at')
          .order('position', { referencedTable: 'delivery_items' })
          .limit(most)
          .abortSignal(signal)
          .throwOnError(),
      ])
      const ofDay = data.filter(
        ({ scheduled_at }) => scheduled_at !== null && dayIn(zone ?? 'UTC', scheduled_at) === day,
      )
      return withOpenWork([...late, ...ofDay], signal)
    },
  })

/** The deliveries that need a van and have none: failed ones first, then those without a day, then by day. */
export const unplannedQuery = queryOptions({
  queryKey: [...deliveriesKey, 'unplanned'],
  queryFn: async ({ signal }) => {
    const { data } = await drops()
      .is('van_id', null)
      .in('method', ['delivery', 'installation'])
      .in('status', ['planned', 'ready', 'partially_delivered', 'failed'])
      .order('failed_at', { nullsFirst: false })
      .order('scheduled_at', { nullsFirst: true })
      .order('position', { referencedTable: 'delivery_items' })
      .limit(most)
      .abortSignal(signal)
      .throwOnError()
    return withOpenWork(data, signal)
  },
})

export type Van = {
  id: string
  name: string
  registration: string | null
  capacity_kg: number | null
  load_length_mm: number | null
  is_active: boolean
}

/** The vans by name, also those out of use. */
export const vansQuery = queryOptions({
  queryKey: [...deliveriesKey, 'vans'],
  queryFn: async ({ signal }): Promise<Van[]> => {
    const { data } = await db
      .from('vans')
      .select('id, name, registration, capacity_kg, load_length_mm, is_active')
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** The crew of each van on a day. */
export const crewsQuery = (day: string) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'crews', day],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('van_days')
        .select('van_id, crew')
        .eq('day', day)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
