import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { journalKey } from './account-choices.query'

/** The last day that is closed for everybody; null where every day is open. */
export const closedToQuery = queryOptions({
  queryKey: [...journalKey, 'closed-to'],
  queryFn: async ({ signal }): Promise<string | null> => {
    const { data } = await db
      .from('book_closings')
      .select('closed_to')
      .eq('scope', 'everybody')
      .order('place', { ascending: false })
      .limit(1)
      .abortSignal(signal)
      .throwOnError()
    return data[0]?.closed_to ?? null
  },
})
