import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { toInvoiceKey } from '../../shared/keys'

/**
 * An order with delivered lines that are not invoiced. Amounts are decimal text: net without VAT, the deposit with it.
 */
export type Waiting = {
  order_id: string
  order_number: string
  contact_id: string
  client_name: string | null
  project_title: string | null
  currency: string
  since: string | null
  lines: number
  net: string
  deposit_left: string
}

/** The orders that wait for an invoice, the longest waiting first. */
export const toInvoiceQuery = queryOptions({
  queryKey: toInvoiceKey,
  queryFn: async ({ signal }): Promise<Waiting[]> => {
    const { data } = await db
      .rpc('to_invoice')
      .select(
        'order_id, order_number, contact_id, client_name, project_title, currency, since, lines, net::text, deposit_left::text',
      )
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
