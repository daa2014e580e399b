import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

// Typed as any key, because a form reads these names together with other tables'.
const queryKey: QueryKey = ['contacts', 'colleague-names']

/** Everybody who works here, by name, as choices of a form. */
export const colleagueNamesQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('list_accounts').abortSignal(signal).throwOnError()
    return data
      .filter(({ role }) => role !== 'client' && role !== 'pending')
      .map(({ user_id, name, last_name, email }) => ({
        value: user_id,
        label: [name, last_name].filter(Boolean).join(' ') || email,
      }))
  },
})
