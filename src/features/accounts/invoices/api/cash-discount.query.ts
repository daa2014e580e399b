import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { invoicesKey } from '../../shared/keys'

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
      const takenBack = new Set(data.map(({ reverses_id }) => reverses_id))
      return data.filter((one) => one.reverses_id === null && !takenBack.has(one.id))
    },
  })
export type CashDiscount = Awaited<ReturnType<NonNullable<ReturnType<typeof cashDiscountsQuery>['queryFn']>>>[number]
