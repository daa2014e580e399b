import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { invoicesKey } from '../keys'

/** The open amount of an issued invoice; the balance is decimal text. */
export type OpenInvoice = {
  id: string
  number: string
  due_date: string | null
  balance: string
  /** It may be paid with a cash discount. */
  hasDiscount?: boolean
  /** Of a bill in another currency: what is open in it, in words. What it costs may be more than the balance. */
  own?: string | null
  /** Where it was read; default: that of the books. */
  currency?: string | undefined
  /** Its day, where it was read. */
  issue_date?: string | null
}

/** The open invoices of a client, the oldest due first: the order in which the database settles them. */
export const openInvoicesQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'open', contactId],
    queryFn: async ({ signal }): Promise<OpenInvoice[]> => {
      const { data } = await db
        .from('invoices')
        .select('id, invoice_number, due_date, issue_date, balance::text, currency, cash_discount_pct')
        .eq('contact_id', contactId)
        .in('status', ['issued', 'partly_paid'])
        .gt('balance', 0)
        .order('due_date')
        .order('issue_date')
        .order('invoice_number')
        .limit(500)
        .abortSignal(signal)
        .throwOnError()
      return data.map(
        ({ id, invoice_number, due_date, issue_date, balance, currency, cash_discount_pct: percent }) => ({
          id,
          number: invoice_number ?? '',
          due_date,
          issue_date,
          balance,
          currency,
          hasDiscount: typeof percent === 'number',
        }),
      )
    },
  })
