import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { lineKinds, vatTreatments } from '@/documents/lines'
import { vatKey } from '@/documents/totals'
import { lineRates } from '@/kit/record/vat/vat-proposal'
import { db } from '@/shared/db/client'
import type { QuotationItem } from '../editor/line'
import { type Client, quotationsKey } from './quotations.query'

const headColumns = `id, quotation_number, number_with_version, status, version, public_uuid, project_title, valid_until,
  currency, rate::text, created_at, sent_at, first_viewed_at, last_viewed_at, decided_at, decided_name, reject_reason, link_revoked_at,
  follow_up_on, account_manager_id, contact_id, person_id, location_id, terms, client_note, deposit_kind, show_price_breaks, is_collected, row_version,
  deposit_value::text, deposit_amount::text, net::text, vat::text, gross::text,
  amends:orders!quotations_amends_order_id_fkey(id, order_number, status),
  contact:contacts!quotations_contact_id_fkey(id, type, name, last_name, company, on_stop),
  person:contacts!quotations_person_id_fkey(id, type, name, last_name, company),
  location:locations!quotations_location_id_fkey(id, label, address, city)`

/** A quotation without its lines. Amounts are decimal text. Null when it is not there or may not be seen. */
export const quotationQuery = (id: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('quotations')
        .select(headColumns)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
export type Quotation = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof quotationQuery>['queryFn']>>>>
export type { Client }

const lineColumns = `id, position, kind, description, details, unit, vat_treatment, is_optional, option_group, is_selected,
  makes_job, service_id, inventory_item_id, changed_by, charge_rule, own_charged_qty::text, priced_size, priced_qty::text, price_breaks, picture_path, qty::text, width_mm::text, height_mm::text, unit_price::text, discount_pct::text, vat_rate::text`

const text = z.string().nullable()
/** A stored line. */
export const lineSchema = z.object({
  id: z.string(),
  position: z.string(),
  kind: z.enum(lineKinds),
  description: z.string(),
  details: text,
  qty: text,
  unit: text,
  width_mm: text,
  height_mm: text,
  unit_price: text,
  discount_pct: text,
  vat_rate: text,
  vat_treatment: z.enum(vatTreatments).nullable(),
  is_optional: z.boolean(),
  option_group: text,
  is_selected: z.boolean(),
  // Missing in lines that an earlier version of the app kept in this browser.
  makes_job: z.boolean().nullable().default(null),
  service_id: text,
  inventory_item_id: text,
  changed_by: text.optional(),
  charge_rule: text,
  own_charged_qty: text,
  priced_size: text,
  priced_qty: text,
  price_breaks: text,
  picture_path: text,
})

/** The lines of a quotation in order. Their key is beside the quotation's, because they are updated line by line. */
export const linesQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'lines', quotationId],
    queryFn: async ({ signal }): Promise<QuotationItem[]> => {
      const { data } = await db
        .from('quotation_items')
        .select(lineColumns)
        .eq('quotation_id', quotationId)
        .order('position')
        .order('id')
        .limit(1000)
        .abortSignal(signal)
        .throwOnError()
      return z.array(lineSchema).parse(data)
    },
  })

/** The current rows of these lines; missing ones are left out. */
export async function readLines(quotationId: string, ids: readonly string[]): Promise<QuotationItem[]> {
  const { data } = await db
    .from('quotation_items')
    .select(lineColumns)
    .eq('quotation_id', quotationId)
    .in('id', ids)
    .throwOnError()
  return z.array(lineSchema).parse(data)
}

const freeLines = z.array(
  z.object({
    order_item_id: z.string(),
    description: z.string(),
    qty: z.string(),
    free: z.string(),
    unit: text,
  }),
)

/** The lines of the order that a quotation amends, with how much of each can be taken off. */
export const freeLinesQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', quotationId, 'free-lines'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('order_lines_to_take_off', { p_quotation_id: quotationId })
        .abortSignal(signal)
        .throwOnError()
      return freeLines.parse(data)
    },
  })

/** The order that a quotation became; null without one, or where the person may not see it. */
export const orderQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', quotationId, 'order'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('orders')
        .select('id, order_number, status, deposit_amount::text, deposit_paid::text')
        .eq('quotation_id', quotationId)
        .neq('status', 'cancelled')
        .limit(1)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

/** A cost that the size of its line changed by the area: what it was, and for which size. */
export type EstimatedCost = { base: string; size: string }
/** The cost of one unit of each line, by line, and which of them are estimated. */
export type LineCosts = {
  costs: Readonly<Record<string, string>>
  estimated: Readonly<Record<string, EstimatedCost>>
}

/** The costs of lines. Empty for people without `view_financial_data`. */
export const costsQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', quotationId, 'costs'],
    queryFn: async ({ signal }): Promise<LineCosts> => {
      const { data } = await db
        .from('quotation_item_costs')
        .select('item_id, unit_cost::text, base_cost::text, base_size, quotation_items!inner(quotation_id)')
        .eq('quotation_items.quotation_id', quotationId)
        .limit(1000)
        .abortSignal(signal)
        .throwOnError()
      return {
        costs: Object.fromEntries(data.map(({ item_id, unit_cost }) => [item_id, unit_cost])),
        estimated: Object.fromEntries(
          data.flatMap(({ item_id, base_cost: base, base_size: size }) =>
            base === null || size === null ? [] : [[item_id, { base, size }]],
          ),
        ),
      }
    },
  })

/** The VAT rates of the company, its usual one first. */
export const vatRatesQuery = queryOptions({
  queryKey: ['vat-rates'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('vat_rates')
      .select('id, label, treatment, is_default, valid_from, valid_to, rate::text')
      .order('is_default', { ascending: false })
      .order('rate', { ascending: false })
      .abortSignal(signal)
      .throwOnError()
    return (await lineRates(data, signal)).map(({ label, treatment, rate, ...of }) => ({
      value: vatKey(rate, treatment),
      label,
      rate,
      treatment: z.enum(vatTreatments).parse(treatment),
      isDefault: 'is_default' in of && of.is_default,
      isOfPlace: !('is_default' in of),
    }))
  },
})
