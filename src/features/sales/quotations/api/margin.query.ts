import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { quotationsKey } from './quotations.query'

const amount = z.union([z.string(), z.number().transform(String)])
const rowSchema = z.object({ cost: amount, margin: amount, margin_pct: amount.nullable() })

/** Cost and margin of a quotation as decimal text; null for people without `view_financial_data`. */
export const marginQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', quotationId, 'margin'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('quotation_margin', { p_quotation_id: quotationId })
        .select('cost::text, margin::text, margin_pct::text')
        .abortSignal(signal)
        .throwOnError()
      const [row] = z.array(rowSchema).parse(data)
      return row ? { cost: row.cost, margin: row.margin, percent: row.margin_pct } : null
    },
  })
