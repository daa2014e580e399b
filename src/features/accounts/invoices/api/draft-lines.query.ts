import { queryOptions } from '@tanstack/react-query'
import { vatKey } from '@/documents/totals'
import { lineRates } from '@/kit/record/vat/vat-proposal'
import { db } from '@/shared/db/client'
import { invoicesKey } from '../../shared/keys'

/** The editable lines of a draft. Deposits are deducted automatically. Amounts are decimal text. */
export const draftLinesQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', invoiceId, 'draft-lines'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('invoice_items')
        .select(
          `id, row_version, kind, position, description, details, qty::text, unit, width_mm::text, height_mm::text,
          unit_price::text, discount_pct::text, vat_rate::text, vat_treatment, net::text, charged_qty::text, order_item_id, service_id`,
        )
        .eq('invoice_id', invoiceId)
        .order('position')
        .limit(1000)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
export type DraftLine = Awaited<ReturnType<NonNullable<ReturnType<typeof draftLinesQuery>['queryFn']>>>[number]

/** The VAT rates of the company, its usual one first; `value` is rate and treatment. */
export const lineVatQuery = queryOptions({
  queryKey: [...invoicesKey, 'vat-rates'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('vat_rates')
      .select('label, treatment, is_default, valid_from, valid_to, rate::text')
      .order('is_default', { ascending: false })
      .order('rate', { ascending: false })
      .abortSignal(signal)
      .throwOnError()
    return (await lineRates(data, signal)).map(({ label, treatment, rate, ...of }) => ({
      value: vatKey(rate, treatment),
      label,
      rate,
      treatment,
      isDefault: 'is_default' in of && of.is_default,
      isOfPlace: !('is_default' in of),
    }))
  },
})

/** Rate and treatment of a chosen VAT, as a line stores them. */
export function vatColumns(chosen: string): { vat_rate: string; vat_treatment: string } {
  const [vat_rate = '0', vat_treatment = 'standard'] = chosen.split(' ')
  return { vat_rate, vat_treatment }
}
