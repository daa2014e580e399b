import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { invoicesKey } from '../../shared/keys'

const deposits = z.array(
  z.object({
    id: z.string(),
    number: z.string(),
    issue_date: z.string(),
    order_number: z.string(),
    is_skipped: z.boolean(),
    /** Decimal text: the rest of the deposit before this draft, and the amount that the draft deducts. */
    rates: z.array(
      z.object({
        vat_rate: z.string(),
        vat_treatment: z.string(),
        left: z.string(),
        deducted: z.string(),
        deducted_vat: z.string(),
      }),
    ),
    /** Decimal text: money that is kept for the order, and lowers the amount due; null for a deposit invoice. */
    kept: z.string().nullable().default(null),
    /** Decimal text: what nobody paid of a deposit invoice, which is deducted once it is paid; null for a paid one. */
    open: z.string().nullable().default(null),
    /** The ids of other drafts that deduct it. */
    drafts: z.array(z.string()).default([]),
  }),
)
export type DraftDeposit = z.infer<typeof deposits>[number]

/** The paid deposits that a draft may deduct, and the deducted amount of each. */
export const draftDepositsQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', invoiceId, 'deposits'],
    queryFn: async ({ signal }) => {
      const { data } = await db.rpc('draft_deposits', { p_invoice_id: invoiceId }).abortSignal(signal).throwOnError()
      return deposits.parse(data)
    },
  })

/** Leaves these deposits for another invoice; all others are deducted. */
export async function skipDeposits(invoiceId: string, skipped: string[]): Promise<void> {
  await db.rpc('skip_deposits', { p_invoice_id: invoiceId, p_deposits: skipped }).throwOnError()
}
