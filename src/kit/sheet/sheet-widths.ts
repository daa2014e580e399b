import { type RefObject, useLayoutEffect, useState } from 'react'
import type { SheetColumn } from './sheet-column'

type Widths = Pick<SheetColumn<unknown>, 'width'>

const remOf = (width: string): number => Number(/^(?:minmax\()?([\d.]+)rem/.exec(width)?.[1] ?? 0)

/** About the width of a figure in rem, with the room at its sides. Digits are all equally wide. */
const figureRem = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[\s.,'’:]/u.test(letter) ? 0.3 : 0.57), 0.8)

/** The columns, those of figures and of what is drawn as a `figure` as wide as their longest one, so that it is read in one piece. */
export const widened = <Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[]): SheetColumn<Row>[] =>
  columns.map((column) => {
    if (column.align !== 'right' && !column.figure) return column
    const longest = rows.reduce(
      (most, row) =>
        (column.has?.(row) ?? true) ? Math.max(most, figureRem((column.figure ?? column.text)(row))) : most,
      0,
    )
    return longest > remOf(column.width) ? { ...column, width: `${Math.ceil(longest * 4) / 4}rem` } : column
  })

/** The least width of all columns together in rem. */
export const leastRem = (columns: readonly Widths[]): number =>
  columns.reduce((sum, { width }) => sum + remOf(width), 0)

/**
 * How the rows of a sheet become cards: `phone`, `wide` where the columns need more rem than there are, or null. The
 * sheet is measured before it is painted.
 */
export function useStacking(sheet: RefObject<HTMLElement | null>, rem: number): 'phone' | 'wide' | null {
  const [seen, setSeen] = useState<{ width: number; isPhone: boolean } | null>(null)
  useLayoutEffect(() => {
    const measured = sheet.current
    if (!measured || typeof ResizeObserver === 'undefined') return undefined
    const measure = () =>
      setSeen((before) => {
        const now = { width: measured.clientWidth, isPhone: window.matchMedia('(width < 48em)').matches }
        return before?.width === now.width && before.isPhone === now.isPhone ? before : now
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [sheet])
  if (seen?.isPhone) return 'phone'
  // What is not drawn has no width.
  return seen !== null && seen.width > 0 && seen.width < rem * 16 ? 'wide' : null
}
