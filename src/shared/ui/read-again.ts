import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads what is on the screen again, also what is being read for the first time: such a reading is not broken off, and
 * may have begun before the change that is to be shown, so it is followed by another one. A poll breaks off nothing:
 * what is being read while it comes is its answer.
 */
export async function readAgain(
  queryClient: QueryClient,
  queryKey: QueryKey,
  because: 'connected' | 'changed' | 'polled' = 'changed',
): Promise<void> {
  if (because === 'polled') return queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
  const unread = queryClient
    .getQueryCache()
    .findAll({ queryKey, type: 'active', fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  await queryClient.invalidateQueries({ queryKey })
  if (unread.length > 0) await queryClient.invalidateQueries({ predicate: (query) => unread.includes(query) })
}
