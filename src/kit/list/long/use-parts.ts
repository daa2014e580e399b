import { useState } from 'react'
import { inParts } from './near-window'

/** The parts of a list; one of `former` with the same rows is that part itself. */
const partsOf = <Row>(rows: readonly Row[], size: number, former: readonly (readonly Row[])[]) =>
  inParts(rows, size).map((part, nth) => {
    const before = former[nth]
    return before?.length === part.length && part.every((row, place) => row === before[place]) ? before : part
  })

/**
 * `inParts` of the rows that are shown now. Parts that stay the same are the same arrays, so that a memoised component of one
 * is not drawn again when a page comes or another row changes.
 */
export function useParts<Row>(rows: readonly Row[], size: number): readonly (readonly Row[])[] {
  const [drawn, setDrawn] = useState(() => ({ rows, parts: inParts(rows, size) }))
  if (drawn.rows === rows) return drawn.parts
  const parts = partsOf(rows, size, drawn.parts)
  setDrawn({ rows, parts })
  return parts
}
