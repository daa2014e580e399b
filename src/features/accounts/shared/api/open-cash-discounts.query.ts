import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { invoicesKey } from '../keys'

/** What a client may keep of an open invoice: `pays` settles it with the discount. Amounts are decimal text. */
export type OpenCashDiscount = {
  invoice_id: string
  amount: string
  pays: string
  until: string
  /** Money of today comes too late for it. */
  is_late: boolean
}

/** The cash discounts of the open invoices of a client, as of today. */
export const openCashDiscountsQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'open', contactId, 'cash-discounts'],
    queryFn: async ({ signal }): Promise<OpenCashDiscount[]> => {
      const { data } = await db
        .rpc('open_cash_discounts', { p_contact_id: contactId })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
