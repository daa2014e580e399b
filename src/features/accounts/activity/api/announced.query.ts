import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { activityKey } from '../../shared/keys'

/** A request for money, which a client may have announced to pay by transfer. The amount is decimal text. */
export const announcedQuery = (id: string) =>
  queryOptions({
    queryKey: [...activityKey, 'announced', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('payment_requests')
        .select('id, status, amount::text, currency, contact_id, order_id, invoice_id')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
