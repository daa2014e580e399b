import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { invoicesKey } from '../../shared/keys'
import { notTakenBack } from '../../shared/not-taken-back'

/** The cash discounts of an invoice without the reversed ones. Amounts are decimal text. */
export const cashDiscountsQuery = (id: string) =>
  queryOptions({
    queryKey: [...invoicesKey, 'one', id, 'cash-discounts'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('cash_discounts')
        .select('id, amount::text, given_on, reverses_id')
        .eq('invoice_id', id)
        .order('created_at')
        .abortSignal(signal)
        .throwOnError()
      return notTakenBack(data)
    },
  })
export type CashDiscount = Awaited<ReturnType<NonNullable<ReturnType<typeof cashDiscountsQuery>['queryFn']>>>[number]
