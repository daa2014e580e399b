import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { OrderDocument } from '@/documents/paper/source'
import { db } from '@/shared/db/client'
import { withTexts, type WithTexts } from '@/shared/domain/texts/papers/load'
import { orderCreditSchema } from '../credit'
import { orderEndSchema, type Stays } from '../order-end'
import { ordersKey } from './orders.query'

const headColumns = `id, order_number, status, public_uuid, quotation_id, quotation_version, project_title, client_po, priority, ordered_at, due_date,
  promised_date, hold_reason, cancel_reason, currency, rate::text, contact_id, person_id, location_id, is_collected, row_version,
  net::text, vat::text, gross::text, deposit_amount::text, deposit_paid::text, deposit_back::text, delivered_pct::text, invoiced_pct::text,
  drafted_pct::text,
  contact:contacts!orders_contact_id_fkey(id, type, name, last_name, company, on_stop),
  person:contacts!orders_person_id_fkey(id, type, name, last_name, company),
  location:locations!orders_location_id_fkey(id, label, address, city),
  quotation:quotations!orders_quotation_id_fkey(id, quotation_number, status, sent_at),
  extras:quotations!quotations_amends_order_id_fkey(id, number_with_version, status, gross::text),
  items:order_items(id, position, kind, description, details, unit, qty::text, width_mm::text, height_mm::text,
    unit_price::text, charged_qty::text, net::text, qty_ready::text, qty_delivered::text, qty_invoiced::text, qty_drafted::text)`

export const orderKey = (id: string) => [...ordersKey, 'one', id] as const

/** An order with its lines. Amounts and quantities are decimal text. Null when it is not there or may not be seen. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: orderKey(id),
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('orders')
        .select(headColumns)
        .eq('id', id)
        .order('position', { referencedTable: 'order_items' })
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Order = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof orderQuery>['queryFn']>>>>

/** The paid deposits that become the client's credit when the order is cancelled. Decimal text. */
export const depositToFreeQuery = (id: string) =>
  queryOptions({
    queryKey: [...orderKey(id), 'deposit-to-free'],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('deposit_to_free', { p_order_id: id }).abortSignal(signal).throwOnError()
      return data
    },
  })

const toInvoice = z.object({ amount: z.string(), drafted: z.string() }).nullable()

/** What is still to invoice of an order, gross, and the part of it that drafts ask for. Decimal text; null for a cancelled order. */
export const toInvoiceQuery = (id: string) =>
  queryOptions({
    queryKey: [...orderKey(id), 'to-invoice'],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('order_to_invoice', { p_order_id: id }).abortSignal(signal).throwOnError()
      return toInvoice.parse(data)
    },
  })

const freeDeposits = z.array(z.object({ id: z.string(), number: z.string(), gross: z.string() }))

/** What is free of the deposits of an order with nothing left to invoice, by deposit invoice. Decimal text. */
export const freeDepositsQuery = (id: string) =>
  queryOptions({
    queryKey: [...orderKey(id), 'free-deposits'],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('free_deposits', { p_order_id: id }).abortSignal(signal).throwOnError()
      return freeDeposits.parse(data)
    },
  })

/** A preview of crediting the order. It is read again each time, because the database refuses an outdated one. */
export const orderCreditQuery = (id: string) =>
  queryOptions({
    queryKey: [...orderKey(id), 'credit'],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('order_credit', { p_order_id: id }).abortSignal(signal).throwOnError()
      return orderCreditSchema.parse(data)
    },
    gcTime: 0,
    retry: false,
  })

/** A preview of ending the rest of the order, or its refusal. It is read again each time. */
export const orderEndQuery = (id: string, stays: Stays = []) =>
  queryOptions({
    queryKey: [...orderKey(id), 'end', stays],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('order_end', { p_order_id: id, p_stays: stays.map((one) => ({ ...one })) })
        .abortSignal(signal)
        .throwOnError()
      return orderEndSchema.parse(data)
    },
    gcTime: 0,
    retry: false,
  })

const invoiceColumns = `id, invoice_number, kind, status, state, issue_date, due_date, currency, gross::text, balance::text,
  credits:credit_notes!credit_notes_invoice_id_fkey(id, credit_number, status, issue_date, currency, is_billed_again, gross::text,
    lines:credit_note_items(qty::text, net::text, by_amount, of:invoice_items(order_item_id))),
  off:invoice_items!invoice_items_invoice_id_fkey(order_item_id, net::text),
  settled:payment_allocations(amount::text, payment:payments(id, payment_number, status, method, received_on, currency, amount::text))`

/** Jobs, deliveries, invoices with their credit notes, and payments of an order or of its invoices, as far as the person may see each. */
export const orderRecordsQuery = (id: string) =>
  queryOptions({
    queryKey: [...orderKey(id), 'records'],
    queryFn: async ({ signal }) => {
      const [jobs, deliveries, invoices, payments] = await Promise.all([
        db
          .from('jobs')
          .select('id, job_number, title, status, due_date, steps:job_steps(status)')
          .eq('order_id', id)
          .order('job_number')
          .limit(300)
          .abortSignal(signal)
          .throwOnError(),
        db
          .from('deliveries')
          .select('id, delivery_number, status, method, scheduled_at, delivered_at')
          .eq('order_id', id)
          .order('created_at')
          .limit(200)
          .abortSignal(signal)
          .throwOnError(),
        db
          .from('invoices')
          .select(invoiceColumns)
          .eq('order_id', id)
          .eq('off.kind', 'discount')
          .order('created_at')
          .limit(200)
          .abortSignal(signal)
          .throwOnError(),
        db
          .from('payments')
          .select('id, payment_number, status, method, received_on, currency, amount::text')
          .eq('order_id', id)
          .order('created_at')
          .limit(200)
          .abortSignal(signal)
          .throwOnError(),
      ])
      return { jobs: jobs.data, deliveries: deliveries.data, invoices: invoices.data, payments: payments.data }
    },
  })
/** The made jobs of an order of which pieces are short, and why fewer are enough. */
export type ShortOfOrder = {
  job_id: string
  job_number: string
  title: string
  /** What its line of the order says today. */
  qty: number
  short: number
  /** Why fewer are enough; null where nobody said so. */
  why: string | null
  /** Why the job was cancelled by itself; null for a job that was made. */
  cancelled: string | null
}

export const shortOfOrderQuery = (id: string) =>
  queryOptions({
    queryKey: [...orderKey(id), 'short'],
    queryFn: async ({ signal }): Promise<ShortOfOrder[]> => {
      const { data } = await db.rpc('short_of_order', { p_order_id: id }).abortSignal(signal).throwOnError()
      return data
    },
  })
export type OrderRecords = Awaited<ReturnType<NonNullable<ReturnType<typeof orderRecordsQuery>['queryFn']>>>

const isDocument = (value: unknown): value is OrderDocument =>
  typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'lines'))

/** The data of an order's confirmation. @throws when it cannot be read or is missing */
export async function readOrderDocument(id: string): Promise<WithTexts<OrderDocument>> {
  const { data } = await db.rpc('order_document', { p_id: id }).throwOnError()
  const value: unknown = data
  if (!isDocument(value)) throw new Error('This order is not there any more')
  return withTexts(value)
}

const marginSchema = z.object({
  currency: z.string(),
  net: z.string(),
  cost: z.string().nullable(),
  margin: z.string().nullable(),
  margin_pct: z.string().nullable(),
  /** Lines whose cost was booked, was quoted, or is not known. */
  actual: z.number(),
  planned: z.number(),
  unknown: z.number(),
  /** The done steps without a timer; their planned minutes count. */
  untimed: z.number().default(0),
  /** What its jobs cost until now; `labour` null for who may not see wages, `again`: of the jobs that make pieces again; `total`: their sum. */
  spent: z.object({
    material: z.string(),
    labour: z.string().nullable(),
    again: z.string(),
    remakes: z.number(),
    total: z.string(),
    /** Pieces that were wasted at work, and those that a check did not pass. */
    wasted: z.string(),
    failed: z.string(),
    open: z.number(),
    jobs: z.number(),
    /** Items that were taken without a known cost; whether somebody worked without a known wage. */
    without_price: z.number(),
    without_wage: z.boolean(),
  }),
})
export type Margin = z.infer<typeof marginSchema>

/** The margin of an order; amounts are decimal text. For holders of view_financial_data. */
export const orderMarginQuery = (id: string) =>
  queryOptions({
    queryKey: [...orderKey(id), 'margin'],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('order_margin', { p_order_id: id }).abortSignal(signal).throwOnError()
      return marginSchema.nullable().parse(data)
    },
  })
