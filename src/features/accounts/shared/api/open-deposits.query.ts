import { queryOptions } from '@tanstack/react-query'
import { quotationNumber } from '@/shared/domain/records/quotation-number'
import { db } from '@/shared/db/client'
import { isAboveZero, leftOf } from '@/shared/domain/money/decimal'
import { invoicesKey } from '../keys'

/**
 * An order that can be paid in advance. `due`: the unpaid deposit, as decimal text. `invoice`: the number of the deposit
 * invoice that was sent before its money and is open; null without one.
 */
export type OpenDeposit = {
  id: string
  number: string
  due: string
  /** Where it was read; default: that of the books. */
  currency?: string | undefined
  quotation: string | null
  invoice: string | null
}

/** The orders of a client with an unpaid deposit, the oldest first. A named order is always included. */
export const openDepositsQuery = (contactId: string, orderId?: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'deposits', contactId, orderId ?? null],
    queryFn: async ({ signal }): Promise<OpenDeposit[]> => {
      const { data } = await db
        .from('orders')
        .select(
          `id, order_number, quotation_version, deposit_amount::text, deposit_paid::text, currency,
          quotation:quotations!orders_quotation_id_fkey(quotation_number), asked:invoices!invoices_order_id_fkey(invoice_number)`,
        )
        .eq('contact_id', contactId)
        .neq('status', 'cancelled')
        .gt('deposit_amount', 0)
        .eq('asked.kind', 'deposit')
        .gt('asked.balance', 0)
        .order('order_number')
        .limit(500)
        .abortSignal(signal)
        .throwOnError()
      return data
        .map(({ id, order_number, quotation_version, deposit_amount, deposit_paid, currency, quotation, asked }) => {
          return {
            id,
            number: order_number,
            due: leftOf(deposit_amount, deposit_paid),
            currency,
            quotation: quotation && quotationNumber(quotation.quotation_number, quotation_version),
            invoice: asked[0]?.invoice_number ?? null,
          }
        })
        .filter(({ id, due }) => id === orderId || isAboveZero(due))
    },
  })
