import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { quotationsKey } from './quotations.query'

/** Why a quotation was lost, as staff recorded it; null where nobody did. */
export const lossQuery = (quotationId: string) =>
  queryOptions({
    queryKey: [...quotationsKey, 'one', quotationId, 'loss'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('quotation_losses')
        .select('reason, words, recorded_by, recorded_at')
        .eq('quotation_id', quotationId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
