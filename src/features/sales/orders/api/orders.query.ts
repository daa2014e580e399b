import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import { askedRecords } from '@/kit/thread/thread.query'
import { db } from '@/shared/db/client'
import { uuidOf } from '@/shared/domain/records/uuid'
import type { Database } from '@/shared/db/database.types'
import { storable, storableLine } from '@/shared/domain/text/storable'
import { todayOf } from '@/shared/domain/time/today'
import type { orderFilters } from '../order-filters'

/** The root of all that is read about orders. */
export const ordersKey = ['orders'] as const

export const ordersLive = [
  { page: 'orders', tables: ['orders', 'order_items', 'jobs', 'job_steps', 'document_events'] },
] as const

export type Client = {
  id: string
  type: string
  name: string | null
  last_name: string | null
  company: string | null
  on_stop: boolean
}

/** An order of the list; amounts and percentages are decimal text. */
export type OrderLine = Pick<
  Database['public']['Tables']['orders']['Row'],
  | 'id'
  | 'order_number'
  | 'status'
  | 'project_title'
  | 'due_date'
  | 'promised_date'
  | 'ordered_at'
  | 'priority'
  | 'currency'
> & {
  gross: string
  deposit_amount: string
  deposit_paid: string
  deposit_back: string
  delivered_pct: string
  invoiced_pct: string
  drafted_pct: string
  contact: Client | null
  jobs: { status: string; steps: { status: string }[] }[]
}

const columns = `id, order_number, status, project_title, due_date, promised_date, ordered_at, priority, currency, gross::text,
  deposit_amount::text, deposit_paid::text, deposit_back::text, delivered_pct::text, invoiced_pct::text, drafted_pct::text,
  contact:contacts!orders_contact_id_fkey(id, type, name, last_name, company, on_stop),
  jobs:jobs!jobs_order_id_fkey(status, steps:job_steps(status))`

const closed = '(completed,cancelled)'

/**
 * One page of the list of orders with the steps of their jobs, filtered and sorted by the database. Words are found in
 * number, title, the client's own number and client.
 */
export async function readOrders({ filter, ...page }: PageRequest<typeof orderFilters>) {
  const text = storableLine(filter.q)
  const count = page.after ? {} : { count: 'exact' as const }
  let query =
    text !== ''
      ? db.rpc('orders_named', { p_text: text }, count).select(columns)
      : filter.late
        ? db.rpc('late_orders', undefined, count).select(columns)
        : db.from('orders').select(columns, count)
  if (filter.show === 'open') query = query.not('status', 'in', closed)
  if (filter.show === 'closed') query = query.in('status', ['completed', 'cancelled'])
  if (filter.status) query = query.eq('status', filter.status)
  if (filter.client) query = query.eq('contact_id', filter.client)
  if (filter.asked) {
    // A client asks on the page of the order, or on that of its quotation.
    const asked = await askedRecords(page.signal)
    query = query.or(`id.in.(${asked('order').join(',')}),quotation_id.in.(${asked('quotation').join(',')})`)
  }
  // Beside words the days are compared here, as the database does in late_orders.
  if (filter.late && text !== '') {
    const today = todayOf(Date.now())
    query = query
      .or(`due_date.lt.${today},promised_date.lt.${today}`)
      .not('status', 'in', '(completed,cancelled,delivered)')
  }
  return pageOf<OrderLine>(query, page)
}

/** The id of the order with this number, id or link; null without one that the person may see. */
export async function findOrder(words: string): Promise<string | null> {
  const text = storable(words).trim()
  const query = db.from('orders').select('id').limit(1)
  const { data } = await (
    uuidOf(text)
      ? query.or(`id.eq.${text},public_uuid.eq.${text},quotation_id.eq.${text}`)
      : query.ilike(
          'order_number',
          text.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`),
        )
  )
    .maybeSingle()
    .throwOnError()
  return data?.id ?? null
}

/** The finished and all steps of an order's jobs. Cancelled jobs do not count. */
export function stepsOf({ jobs }: Pick<OrderLine, 'jobs'>): { done: number; total: number } {
  const steps = jobs.filter(({ status }) => status !== 'cancelled').flatMap((job) => job.steps)
  return { done: steps.filter(({ status }) => status === 'done' || status === 'skipped').length, total: steps.length }
}
