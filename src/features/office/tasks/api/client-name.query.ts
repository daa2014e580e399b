import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { tasksKey } from './tasks.query'

/** The client of the filter in the address; null without one or without the right to see it. */
export const clientQuery = (id: string | null) =>
  queryOptions({
    queryKey: [...tasksKey, 'client', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('contacts')
        .select('id, name, last_name, company')
        .eq('id', id ?? '')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
