import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { invoicesKey } from '../../shared/keys'
import type { RateAmount } from './invoice.mutation'

const left = z.array(z.object({ vat_rate: z.string(), vat_treatment: z.string(), net: z.string(), gross: z.string() }))
export type CreditLeft = z.infer<typeof left>[number]

/** The amount of an invoice that can still be credited by amount, by VAT rate. Amounts are decimal text. */
export const creditLeftQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', invoiceId, 'credit-left'],
    queryFn: async ({ signal }) =>
      left.parse((await db.rpc('credit_left', { p_invoice_id: invoiceId }).abortSignal(signal).throwOnError()).data),
  })

const totals = z.object({
  net: z.string(),
  vat: z.string(),
  gross: z.string(),
  /** The discounts that go with the credited lines. */
  discount: z.string(),
  /** The deducted deposits that go with them: they can be deducted again. */
  deposit: z.string(),
  rates: z.array(z.object({ vat_rate: z.string(), base: z.string(), vat: z.string() })),
  papers: z.array(
    z.object({
      id: z.string(),
      invoice_number: z.string().nullable(),
      gross: z.string(),
      /** It credits a deposit that goes back with the credited invoice. */
      is_along: z.boolean(),
    }),
  ),
})
export type CreditTotals = z.infer<typeof totals>

/**
 * The content of a credit note: quantities of lines, amounts by rate, or (both null) the whole rest. `deposits`: with the
 * whole rest, the deposits that no other invoice would deduct are credited too.
 */
export type Credited =
  | { lines: { invoice_item_id: string; qty: string }[] | null; amounts: null; deposits: boolean }
  | { lines: null; amounts: RateAmount[]; isGross: boolean }

/** The totals of a credit note before it is made. It is refused with the same sentence as the note would be. */
export const creditTotalsQuery = (invoiceId: string, credited: Credited) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', invoiceId, 'credit-totals', credited],
    retry: false,
    queryFn: async ({ signal }): Promise<CreditTotals> => {
      const { data } = await db
        .rpc('credit_totals', {
          p_invoice_id: invoiceId,
          ...(credited.lines ? { p_lines: credited.lines } : {}),
          ...(credited.amounts === null && credited.deposits ? { p_deposits: true } : {}),
          ...(credited.amounts ? { p_amounts: credited.amounts, p_is_gross: credited.isGross } : {}),
        })
        .abortSignal(signal)
        .throwOnError()
      return totals.parse(data)
    },
  })
