import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { activityKey } from '../../shared/keys'
import { partsLeft } from '../../shared/payment/parts-left'

/** A payment with the invoices it settles, its refunds, and the refunds requested from the bank. Amounts are text. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...activityKey, 'payment', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('payments')
        .select(
          `id, payment_number, contact_id, direction, method, provider, status, amount::text, open::text, refunded::text, currency, worth::text,
          received_on, reference, note, contact:contacts!payments_contact_id_fkey(id, type, name, last_name, company),
          parts:payment_allocations(id, amount::text, allocated_on, reverses_id, invoice:invoices(id, invoice_number, kind, taxed_when_paid)),
          refunds:payment_refunds(id, kind, reverses_id, amount::text, refunded_on, reason, way, worth::text, payout:bank_entry_payouts(entry_id)),
          holds:kept_deposits(amount::text, order:orders(id, order_number)),
          entries:bank_entries(id),
          asked:refund_requests(id, amount::text, status, created_at, reason)`,
        )
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      // A payment has one entry at most, so the answer is that entry or null.
      const entry: unknown = data?.entries ?? null
      return (
        data && {
          ...data,
          parts: partsLeft(data.parts),
          isOnStatement: Array.isArray(entry) ? entry.length > 0 : entry !== null,
        }
      )
    },
  })
export type Payment = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof paymentQuery>['queryFn']>>>>
