import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from '@/shared/ui/read-again'
import { linesQuery, readLines } from '../api/quotation.query'
import { byPosition, type QuotationItem } from './line'

/** Shows these lines as they are stored now. Ends when a read that began after the call is shown. */
export type LineReader = (ids: readonly string[]) => Promise<void>

/**
 * Reads lines that changed instead of all of them, one read after another: an answer never lies over a newer one, and
 * what is asked for during a read goes into the next one together. All lines are read where they are not known for sure.
 */
export function createLineReader(queryClient: QueryClient, quotationId: string): LineReader {
  const { queryKey } = linesQuery(quotationId)
  let last: Promise<void> = Promise.resolve()
  let next: { ids: Set<string>; shown: Promise<void> } | null = null

  const show = async (ids: readonly string[]) => {
    const state = queryClient.getQueryState(queryKey)
    if (state?.status !== 'success' || state.isInvalidated || state.fetchStatus !== 'idle')
      return readAgain(queryClient, queryKey)
    const read = await readLines(quotationId, ids)
    queryClient.setQueryData(queryKey, (lines) => lines && withRead(lines, ids, read))
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

/** The lines with some of them as they were read; those that were not found are gone. */
export function withRead(
  lines: readonly QuotationItem[],
  ids: readonly string[],
  read: readonly QuotationItem[],
): QuotationItem[] {
  const asked = new Set(ids)
  return [...lines.filter(({ id }) => !asked.has(id)), ...read].sort(byPosition)
}
