import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { readsAfterJoin } from './read-after-join'

type Because = 'connected' | 'changed' | 'polled'

/**
 * Reads the queries on the screen again. A first read in progress is not cancelled; because it may have begun before the
 * change, another read follows it. A poll never cancels a running read: the running read counts as its answer. After a
 * reconnection, a query is skipped when its read began on this connection and no change came since.
 */
export async function readAgain(
  queryClient: QueryClient,
  queryKey: QueryKey,
  because: Because = 'changed',
  { exact = false }: { exact?: boolean } = {},
): Promise<void> {
  if (because === 'polled') return queryClient.invalidateQueries({ queryKey, exact }, { cancelRefetch: false })
  const isSpared = because === 'connected' ? readsAfterJoin.isRight : readsAfterJoin.waits
  const predicate = (query: Query) => !isSpared(query)
  const unread = queryClient
    .getQueryCache()
    .findAll({ queryKey, exact, type: 'active', fetchStatus: 'fetching', predicate })
    .filter(({ state }) => state.data === undefined)
  await queryClient.invalidateQueries({ queryKey, exact, predicate })
  if (unread.length > 0) await queryClient.invalidateQueries({ predicate: (query) => unread.includes(query) })
}

/** As `readAgain`, but one query at a time, so that a read a person waits for is not queued behind all of them. */
export async function readInTurn(queryClient: QueryClient, queryKey: QueryKey, because: Because): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ queryKey, type: 'active' })
  await queryClient.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' })
  for (const query of shown) await readAgain(queryClient, query.queryKey, because, { exact: true })
}
