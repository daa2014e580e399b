import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { analyticsKey } from './analytics.query'

const settlement = z.object({
  lines: z.array(z.object({ account: z.string(), amount: z.string() })),
  owed: z.string(),
  on_day: z.string(),
  account_id: z.string().nullable(),
  entries: z.array(z.object({ id: z.string(), number: z.string(), on_date: z.string() })),
})
/**
 * What is left on the tax accounts of the days of a filed return. `owed`: what the tax office gets, below zero what it pays back,
 * as decimal text. `entries`: those that settled it.
 */
export type TaxSettlement = z.infer<typeof settlement>

export const taxSettlementQuery = (returnId: string) =>
  queryOptions({
    queryKey: [...analyticsKey, 'tax-settlement', returnId],
    queryFn: async ({ signal }): Promise<TaxSettlement> => {
      const { data } = await db.rpc('tax_settlement', { p_return_id: returnId }).abortSignal(signal).throwOnError()
      return settlement.parse(data)
    },
  })

type Settling = { returnId: string; accountId: string; on: string }

/** Books the settlement of a filed return, once under its id. Returns the number of the entry. */
export async function settleTax(id: string, { returnId, accountId, on }: Settling): Promise<string> {
  const { data } = await db
    .rpc('settle_tax', { p_id: id, p_return_id: returnId, p_account_id: accountId, p_on: on })
    .throwOnError()
  return data
}
