import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { quotationsKey } from './quotations.query'

const amount = z.union([z.string(), z.number().transform(String)])
const rowSchema = z.object({
  cost: amount,
  margin: amount.nullable(),
  margin_pct: amount.nullable(),
  unknown_lines: z.number(),
  unknown_net: amount,
})

/**
 * The cost and margin of the lines with a known cost, as decimal text, and the number of lines without one; null for
 * people without `view_financial_data`.
 */
export const marginQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', quotationId, 'margin'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('quotation_margin', { p_quotation_id: quotationId })
        .select('cost::text, margin::text, margin_pct::text, unknown_lines, unknown_net::text')
        .abortSignal(signal)
        .throwOnError()
      const [row] = z.array(rowSchema).parse(data)
      return row
        ? {
            cost: row.cost,
            margin: row.margin,
            percent: row.margin_pct,
            unknownLines: row.unknown_lines,
            unknownNet: row.unknown_net,
          }
        : null
    },
  })

const stateSchema = z.object({
  state: z.enum(['fine', 'unknown', 'below', 'approved']),
  may_approve: z.boolean(),
  unknown_lines: z.number().optional(),
  approvers: z.array(z.string()).default([]),
  reason: z.string().nullish(),
  approved_by: z.string().nullish(),
  approved_at: z.string().nullish(),
  lines: z
    .array(
      z.object({
        item_id: z.string().nullable(),
        description: z.string().nullable(),
        margin_pct: z.string(),
        floor_pct: z.string(),
      }),
    )
    .nullish(),
})
export type MarginState = z.infer<typeof stateSchema>

/** Whether a quotation's margin is above the company's floor, and who may approve it otherwise. */
export const marginStateQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', quotationId, 'margin-state'],
    queryFn: async ({ signal }): Promise<MarginState> => {
      const { data } = await db
        .rpc('quotation_margin_state', { p_quotation_id: quotationId })
        .abortSignal(signal)
        .throwOnError()
      return stateSchema.parse(data)
    },
  })

/** Says why a draft below the floor may be sent, for these prices. Refused for people who see no costs. */
export async function approveMargin(quotationId: string, reason: string): Promise<void> {
  await db.rpc('approve_margin', { p_quotation_id: quotationId, p_reason: reason }).throwOnError()
}

/** Tells everybody who may approve the margin that a draft waits. */
export async function askForApproval(quotationId: string): Promise<void> {
  await db.rpc('ask_for_margin_approval', { p_quotation_id: quotationId }).throwOnError()
}
