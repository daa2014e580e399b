import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { activityKey } from '../../shared/keys'

/** A request for money that a client may have announced to pay by transfer, and the invoices chosen on a statement. The amount is text. */
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
      if (!data) return null
      const invoices = await db.rpc('announced_invoices', { p_request_id: id }).abortSignal(signal).throwOnError()
      return { ...data, chosen: invoices.data.map(({ invoice_id }) => invoice_id) }
    },
  })
