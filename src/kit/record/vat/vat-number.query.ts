import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** The name, the tax number and the country of a client; null where the card may not be seen. */
export const vatNumberQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['vat-proposal', 'number', contactId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('contacts')
        .select('type, name, last_name, company, vat_number, country')
        .eq('id', contactId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
