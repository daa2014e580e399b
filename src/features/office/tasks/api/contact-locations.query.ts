import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { tasksKey } from './tasks.query'

/** The sites of one contact, by label (spec 2 §7). */
export const contactLocationsQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...tasksKey, 'locations', contactId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('locations')
        .select('id, label, address, city')
        .eq('business_id', contactId)
        .order('label')
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
