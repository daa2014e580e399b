import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'

const balances = z.array(z.object({ credit: z.string() }))

/** A client's unused credit, from payments and credit notes, as decimal text. `key`: that of the records beside which it is read again. */
export const clientCreditQuery = (key: QueryKey, contactId: string) =>
  queryOptions({
    queryKey: [...key, 'credit', contactId],
    queryFn: async ({ signal }): Promise<string> => {
      const { data } = await db
        .rpc('client_balances', { p_contact_id: contactId })
        .select('credit::text')
        .abortSignal(signal)
        .throwOnError()
      return balances.parse(data)[0]?.credit ?? '0.00'
    },
  })
