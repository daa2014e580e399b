import type { PageRequest } from '@/kit/list/define-list'
import { pageOf } from '@/kit/list/keyset'
import type { Database } from '@/shared/db/database.types'
import { db } from '@/shared/db/client'
import type { paymentFilters } from '../payment-filters'

type Client = { id: string; type: string; name: string | null; last_name: string | null; company: string | null }

export type PaymentLine = Pick<
  Database['public']['Tables']['payments']['Row'],
  'id' | 'payment_number' | 'method' | 'status' | 'received_on' | 'reference' | 'currency'
> & { amount: string; open: string; contact: Client | null; refunds: { kind: string }[] }

const columns = `id, payment_number, method, status, received_on, reference, currency, amount::text, open::text,
  contact:contacts!payments_contact_id_fkey(id, type, name, last_name, company), refunds:payment_refunds(kind)`

/** One page of the payments that came in. Amounts are decimal text; `open` settles nothing yet. */
export function readPayments({ filter, ...page }: PageRequest<typeof paymentFilters>) {
  let query = db
    .from('payments')
    .select(columns, page.after ? {} : { count: 'exact' })
    .eq('direction', 'in')
  if (filter.method) query = query.eq('method', filter.method)
  if (filter.client) query = query.eq('contact_id', filter.client)
  if (filter.credit) query = query.gt('open', 0)
  // Payments of one day by their number.
  return pageOf<PaymentLine>(query, page, undefined, 'payment_number')
}
