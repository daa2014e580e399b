import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { db } from '@/shared/db/client'
import { dayAfter } from '@/shared/domain/time/days'
import { currentFormats } from '@/shared/domain/text/formats'
import { storable } from '@/shared/domain/text/storable'
import { stillToBring } from '@/shared/domain/time/late-delivery'
import { todayOf } from '@/shared/domain/time/today'
import { instantOf } from '@/shared/domain/time/zoned'
import type { deliveryFilters, noteFilters } from '../delivery-filters'

/** The root of all that is read about deliveries. */
export const deliveriesKey = ['deliveries'] as const

export type DeliveryRow = {
  id: string
  delivery_number: string
  project_title: string
  status: string
  method: string
  scheduled_at: string | null
  /** False when only the day is planned; the time of `scheduled_at` then means nothing. */
  scheduled_has_time: boolean
  delivered_at: string | null
  received_by: string | null
  public_uuid: string
  contact: { id: string; type: string; name: string | null; last_name: string | null; company: string | null } | null
  location: { label: string | null; address: string | null; city: string | null } | null
}

const columns = `id, delivery_number, project_title, status, method, scheduled_at, scheduled_has_time, delivered_at, received_by, public_uuid,
  contact:contacts!deliveries_contact_id_fkey(id, type, name, last_name, company),
  location:locations!deliveries_location_id_fkey(label, address, city)`

const select = (isFirst: boolean) => db.from('deliveries').select(columns, isFirst ? { count: 'exact' } : {})

const withText = <Query extends { or: (filters: string) => Query }>(query: Query, typed: string): Query => {
  const text = storable(typed).trim()
  if (text === '') return query
  const pattern = `"*${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('*', '_')}*"`
  return query.or(`delivery_number.ilike.${pattern},project_title.ilike.${pattern}`)
}

const open = ['planned', 'ready', 'out', 'partially_delivered', 'failed']

/** One page of the list of deliveries, filtered and sorted by the database. */
export function readDeliveries({ filter, ...page }: PageRequest<typeof deliveryFilters>) {
  let query = withText(select(page.after === null), filter.q)
  if (filter.show === 'unplanned') query = query.is('scheduled_at', null).in('status', open)
  if (filter.show === 'open') query = query.in('status', open)
  if (filter.show === 'done') query = query.in('status', ['delivered', 'cancelled'])
  if (filter.method) query = query.eq('method', filter.method)
  if (filter.client) query = query.eq('contact_id', filter.client)
  if (filter.day) {
    const { from, to } = dayBounds(filter.day)
    // Today includes the unfinished deliveries of past days, as late_deliveries in the database.
    query =
      filter.day === todayOf(Date.now())
        ? query.lt('scheduled_at', to).or(`scheduled_at.gte.${from},status.in.(${stillToBring.join(',')})`)
        : query.gte('scheduled_at', from).lt('scheduled_at', to)
  }
  return pageOf<DeliveryRow>(query, page)
}

/** The start of a company's day and of the next one. */
function dayBounds(day: string): { from: string; to: string } {
  const zone = currentFormats().time_zone ?? 'UTC'
  const begin = (of: string) => new Date(instantOf(zone, of, '00:00')).toISOString()
  return { from: begin(day), to: begin(dayAfter(day, 1)) }
}

/** One page of handed-over deliveries. */
export function readNotes({ filter, ...page }: PageRequest<typeof noteFilters>) {
  let query = withText(select(page.after === null), filter.q).in('status', ['delivered', 'partially_delivered'])
  if (filter.client) query = query.eq('contact_id', filter.client)
  return pageOf<DeliveryRow>(query, page)
}
