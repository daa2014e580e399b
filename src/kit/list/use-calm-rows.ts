import { useState, useSyncExternalStore } from 'react'

/** The distance from the top, in px, at which the first rows are still visible. */
const nearTop = 48

type Shown = { request: string | null; ids: readonly string[] }
type Read<Row> = {
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** The key of the current request; null while rows of another request are shown. */
  request: string | null
  /** True while the reader has chosen rows: nothing may move under the pointer. */
  isBusy: boolean
}

/**
 * Rows that do not move while a person reads them. A changed row changes in place, a removed one disappears, and rows
 * after the last one are shown at once. Rows that others add above wait until `showAll`, or until the reader is at the
 * top and has selected nothing. `waiting` counts them.
 */
export function useCalmRows<Row>({ rows, idOf, request, isBusy }: Read<Row>) {
  const [shown, setShown] = useState<Shown>({ request: null, ids: [] })
  const isAtTop = useSyncExternalStore(watchScroll, () => window.scrollY <= nearTop)
  const ids = rows.map(idOf)
  const showAll = () => setShown((before) => ({ request: request ?? before.request, ids }))

  const isFree = (request !== null && request !== shown.request) || (isAtTop && !isBusy)
  const next = isFree ? ids : calmOrder(shown.ids, ids)
  if (request !== null && (request !== shown.request || !isSame(next, shown.ids))) setShown({ request, ids: next })

  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return {
    rows: next.flatMap((id) => byId.get(id) ?? []),
    waiting: ids.length - next.length,
    showAll: () => {
      showAll()
      window.scrollTo({ top: 0 })
    },
  }
}

/** The shown ids that still exist, in order, then the ids after the last of them. */
function calmOrder(shown: readonly string[], ids: readonly string[]): readonly string[] {
  const known = new Set(shown)
  const last = ids.findLastIndex((id) => known.has(id))
  if (last < 0) return ids
  const there = new Set(ids)
  return [...shown.filter((id) => there.has(id)), ...ids.slice(last + 1)]
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place])

function watchScroll(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true })
  return () => window.removeEventListener('scroll', onChange)
}
