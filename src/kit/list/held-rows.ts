import { useMemo, useState } from 'react'

/** A row that left the list while it was being read: it keeps its place until the reader looks away. */
export type HeldRow<Row> = { row: Row; isGone: boolean }

/**
 * Merges fresh rows for a person who is reading: changed rows change in place, removed rows keep their place, new rows
 * above wait, and rows after the last shown one are added.
 */
export function heldRows<Row extends { id: string }>(
  shown: readonly Row[],
  fresh: readonly Row[],
): { rows: HeldRow<Row>[]; waiting: number } {
  const byId = new Map(fresh.map((row) => [row.id, row]))
  const known = new Set(shown.map((row) => row.id))
  const last = fresh.findLastIndex((row) => known.has(row.id))
  const tail = last < 0 ? [] : fresh.slice(last + 1)
  const rows = shown.map((row) => ({ row: byId.get(row.id) ?? row, isGone: !byId.has(row.id) }))
  const waiting = fresh.length - tail.length - rows.filter(({ isGone }) => !isGone).length
  return { rows: [...rows, ...tail.map((row) => ({ row, isGone: false }))], waiting }
}

/** `fresh`, or the former rows while `isBusy`. `subject` names the list; another subject is shown at once. */
export function useHeldRows<Row extends { id: string }>(fresh: readonly Row[], isBusy: boolean, subject: string) {
  const [held, setHeld] = useState({ subject, rows: fresh })
  const isHeld = isBusy && held.subject === subject && held.rows.length > 0
  if (!isHeld && (held.rows !== fresh || held.subject !== subject)) setHeld({ subject, rows: fresh })

  const showAll = () => setHeld({ subject, rows: fresh })
  const calm = useMemo(
    () => (isHeld ? heldRows(held.rows, fresh) : { rows: fresh.map((row) => ({ row, isGone: false })), waiting: 0 }),
    [isHeld, held.rows, fresh],
  )
  return { ...calm, showAll }
}
