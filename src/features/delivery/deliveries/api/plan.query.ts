import { queryOptions } from '@tanstack/react-query'
import { isOnSite } from '@/shared/domain/records/work-centre'
import { db } from '@/shared/db/client'
import { deliveriesKey } from './deliveries.query'

/** A line of an order for the plan of a delivery. Quantities are decimal text. */
export type PlanLine = {
  order_item_id: string
  description: string
  details: string | null
  unit: string | null
  ordered: string
  /** Delivered or planned by other deliveries; `on_the_way`: the planned part of it. */
  before: string
  on_the_way: string
  /** The quantity on the edited delivery, and the part already handed over. */
  now: string
  handed_over: string
  /** The largest quantity that this delivery may bring. */
  left_over: string
  /** How much of the line is made, what is delivered included; null for a line that no job makes: hours, goods from stock. */
  ready: string | null
  /** Its jobs that are not made yet, with their steps; null where all is made. */
  not_made: string | null
  /** Work that nobody carries: at the client's, or a service such as design or a survey. Null: pieces and goods. */
  work: 'on_site' | 'service' | null
  /** The quantity that a new trip begins with, as the database decides it. */
  proposed: string
  /** The same of an installation, which brings the work on site too. */
  proposed_on_site: string
}

const workOf = (word: string | null) => (word === 'on_site' || word === 'service' ? word : null)

/** The lines of an order with the rest of each. With `deliveryId` the rest includes that delivery's own lines. */
export const planLinesQuery = (orderId: string, deliveryId: string | null) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'plan', 'lines', orderId, deliveryId],
    queryFn: async ({ signal }): Promise<PlanLine[]> => {
      const { data } = await db
        .rpc('lines_to_deliver', { p_order_id: orderId, ...(deliveryId ? { p_delivery_id: deliveryId } : {}) })
        .abortSignal(signal)
        .throwOnError()
      return data.map((line) => ({ ...line, work: workOf(line.work) }))
    },
  })

const orderColumns = `id, order_number, project_title, status, contact_id, location_id, is_collected, due_date, promised_date,
  contact:contacts!orders_contact_id_fkey(id, type, name, last_name, company, on_stop),
  items:order_items(service:services!order_items_service_id_fkey(supply)),
  jobs:jobs!jobs_order_id_fkey(status, steps:job_steps(position, status, before_approval, work_centre:work_centres(kind)))`

/** The order that a delivery is planned of; null when it is not there or may not be seen. */
export const planOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'plan', 'order', orderId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('orders')
        .select(orderColumns)
        .eq('id', orderId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

/** True where something of an order is sold as installation, or a van's crew works on it at the client's. */
export const isInstalled = ({ items, jobs }: Pick<PlanOrder, 'items' | 'jobs'>): boolean =>
  items.some(({ service }) => service?.supply === 'installation') ||
  jobs.some(({ status, steps }) => status !== 'cancelled' && steps.some((step) => isOnSite(step, steps)))

export type PlanOrder = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof planOrderQuery>['queryFn']>>>>

/** The addresses of a client, including the chosen one. */
export const sitesQuery = (contactId: string, chosen: string | null) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'plan', 'sites', contactId, chosen],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('locations')
        .select('id, label, address, city, contact_on_site, phone_on_site')
        .or(chosen ? `business_id.eq.${contactId},id.eq.${chosen}` : `business_id.eq.${contactId}`)
        .order('label')
        .limit(200)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
export type Site = Awaited<ReturnType<NonNullable<ReturnType<typeof sitesQuery>['queryFn']>>>[number]

/** Orders with unplanned lines, the most urgent first, searched by number, title and client. */
export const ordersToDeliverQuery = (text: string) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'plan', 'orders', text],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('orders_to_deliver', { p_text: text }).abortSignal(signal).throwOnError()
      const ids = [...new Set(data.map(({ contact_id }) => contact_id))]
      const { data: clients } =
        ids.length === 0
          ? { data: [] }
          : await db
              .from('contacts')
              .select('id, type, name, last_name, company')
              .in('id', ids)
              .abortSignal(signal)
              .throwOnError()
      return data.map((order) => ({ ...order, client: clients.find(({ id }) => id === order.contact_id) ?? null }))
    },
  })

/** The planned and finished deliveries of an order. */
export const deliveriesOfOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'plan', 'of order', orderId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('deliveries')
        .select(
          `id, delivery_number, status, method, scheduled_at, scheduled_has_time,
          location:locations!deliveries_location_id_fkey(label, city),
          items:delivery_items(qty::text, item:order_items(description))`,
        )
        .eq('order_id', orderId)
        .order('created_at')
        .limit(100)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
