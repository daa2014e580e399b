import type { QueryClient } from '@tanstack/react-query'

/**
 * Empties the cache when the person of this tab leaves or changes. A query that a screen still shows is emptied where it
 * is and read again as whoever is here now: removed from the cache, its screen would hear of no later change.
 */
export function forgetReads(queryClient: QueryClient): void {
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
  for (const query of queryClient.getQueryCache().getAll()) {
    void query.cancel({ silent: true, revert: true })
    query.reset()
  }
  // The screens of the person close first: what they showed is not asked for again.
  setTimeout(
    () => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined }),
  )
}
