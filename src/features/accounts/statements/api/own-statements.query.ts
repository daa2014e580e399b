import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** What was made for a signed-in client, newest first, at most 200: the database shows them nothing of others. */
export const ownStatementsQuery = queryOptions({
  queryKey: ['own-papers', 'statements'],
  refetchOnWindowFocus: true,
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('statements')
      .select('id, statement_number, public_uuid, date_from, date_to, currency, closing::text')
      .is('link_revoked_at', null)
      .order('date_to', { ascending: false })
      .order('created_at', { ascending: false })
      .limit(200)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
