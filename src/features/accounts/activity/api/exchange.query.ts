import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { activityKey } from '../../shared/keys'

const exchangeSchema = z
  .object({
    /** That of the books. */
    currency: z.string(),
    worth: z.string(),
    is_of_bank: z.boolean(),
    /** `amount` in the currency of the payment; `exchange` in that of the books, above zero for a gain. */
    invoices: z.array(z.object({ id: z.string(), number: z.string(), amount: z.string(), exchange: z.string() })),
    /** Those with a difference. */
    refunds: z.array(z.object({ id: z.string(), amount: z.string(), exchange: z.string() })).default([]),
  })
  .nullable()

/** What a payment in another currency brought in, and what it gained or lost on each invoice. Amounts are decimal text. */
export type Exchange = NonNullable<z.infer<typeof exchangeSchema>>

export const exchangeOfPaymentQuery = (id: string) =>
  queryOptions({
    queryKey: [...activityKey, 'payment', id, 'exchange'],
    queryFn: async ({ signal }): Promise<Exchange | null> => {
      const { data } = await db.rpc('exchange_of_payment', { p_id: id }).abortSignal(signal).throwOnError()
      return exchangeSchema.parse(data)
    },
  })
