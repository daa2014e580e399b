import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { currentFormats } from '@/shared/domain/text/formats'
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
  /** Of an order in another currency, where it may be seen: how much of the currency of the books one unit is. */
  rate?: string
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
    const foreign = data.filter(({ currency }) => currency !== currentFormats().currency)
    return foreign.length === 0 ? data : withRates(data, signal)
  },
})

/** The orders with their rates. */
async function withRates(rows: readonly Waiting[], signal: AbortSignal): Promise<Waiting[]> {
  const { data } = await db
    .from('orders')
    .select('id, rate::text')
    .in(
      'id',
      rows.filter(({ currency }) => currency !== currentFormats().currency).map(({ order_id }) => order_id),
    )
    .abortSignal(signal)
    .throwOnError()
  const rates = new Map(data.map(({ id, rate }) => [id, rate]))
  return rows.map((row) => {
    const rate = rates.get(row.order_id)
    return rate === undefined ? row : { ...row, rate }
  })
}
