import type { QueryClient } from '@tanstack/react-query'

/**
 * Empties the cache when the person of this tab leaves or changes. A query on the screen is reset in place and read again for
 * the new person: if it were removed, its screen would miss later changes.
 */
export function forgetReads(queryClient: QueryClient): void {
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
  for (const query of queryClient.getQueryCache().getAll()) {
    void query.cancel({ silent: true, revert: true })
    query.reset()
  }
  // Waits until the screens of the former person have closed, so that their queries are not read again.
  setTimeout(
    () => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.data === undefined }),
  )
}
