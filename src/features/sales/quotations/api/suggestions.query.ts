import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { readAvailable } from '@/kit/pickers/stock-items'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'

const text = z.string().nullable()
const suggestions = z.array(
  z.object({
    source: z.enum(['earlier', 'service', 'material']),
    description: z.string(),
    details: text,
    unit: text,
    width_mm: text,
    height_mm: text,
    unit_price: text,
    unit_cost: text,
    service_id: text,
    inventory_item_id: text,
    quoted_in: text,
    quoted_at: text,
    charge_rule: text,
  }),
)
/**
 * A suggested line; numbers are decimal text. The price is in the currency of the quotation, the cost in that of the books.
 * `earlier`: quoted to the same client before, last in `quoted_in`.
 */
export type LineSuggestion = z.infer<typeof suggestions>[number] & {
  /** What is available of its material: `4 sheets available`. */
  available?: string | undefined
}

/** From this many letters on something is offered. */
export const suggestsFrom = 2

/** Lines of the same client, services and materials that hold every word of the text. */
export const suggestionsQuery = (quotationId: string, typed: string) => {
  const words = storableLine(typed).slice(0, 200)
  return queryOptions({
    queryKey: ['line-suggestions', quotationId, words],
    enabled: words.length >= suggestsFrom,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<LineSuggestion[]> => {
      const { data } = await db
        .rpc('suggest_lines', { p_quotation_id: quotationId, p_text: words })
        .abortSignal(signal)
        .throwOnError()
      const found = suggestions.parse(data)
      const ids = found.flatMap(({ source, inventory_item_id: id }) => (source === 'material' && id ? [id] : []))
      const available = await readAvailable(ids, signal)
      return found.map((one) => ({ ...one, available: available.get(one.inventory_item_id ?? '') }))
    },
  })
}
