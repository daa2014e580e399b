import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { readAgain } from '@/shared/hooks/read-again'

/** Reads these rows again. Resolves when a read that began after the call is on the screen. */
export type RowReader = (ids: readonly string[]) => Promise<void>

type Rows<Row> = {
  /** The key of the query with these rows. */
  queryKey: QueryKey
  /** Reads those ids that belong to the query. */
  read: (ids: readonly string[]) => Promise<Row[]>
  inOrder: (a: Row, b: Row) => number
}

/**
 * Reads only the changed rows of a query, one read at a time: an older answer never replaces a newer one, and ids asked
 * for during a read share the next one. When the changed ids are not certain, all rows are read.
 */
export function createRowReader<Row extends { id: string }>(
  queryClient: QueryClient,
  { queryKey, read, inOrder }: Rows<Row>,
): RowReader {
  let last: Promise<void> = Promise.resolve()
  let next: { ids: Set<string>; shown: Promise<void> } | null = null

  const show = async (ids: readonly string[]) => {
    const state = queryClient.getQueryState(queryKey)
    if (state?.status !== 'success' || state.isInvalidated || state.fetchStatus !== 'idle')
      return readAgain(queryClient, queryKey)
    const rows = await read(ids)
    queryClient.setQueryData<Row[]>(queryKey, (before) => before && withRead(before, ids, rows, inOrder))
  }
  return (ids) => {
    if (!next) {
      const asked = new Set<string>()
      const shown = last.then(() => {
        next = null
        return show([...asked])
      })
      next = { ids: asked, shown }
      last = shown.catch(() => {})
    }
    for (const id of ids) next.ids.add(id)
    return next.shown
  }
}

/** The rows with the read ones replaced; ids that were not found are removed. */
export function withRead<Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
  read: readonly Row[],
  inOrder: (a: Row, b: Row) => number,
): Row[] {
  const asked = new Set(ids)
  return [...rows.filter(({ id }) => !asked.has(id)), ...read].sort(inOrder)
}
