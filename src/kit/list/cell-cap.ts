/** Widths in pixels: of its widest cell, and what it keeps whatever happens. */
export type ColumnWidth = { width: number; least: number }

/**
 * The widest that a cell may be so that the columns fit into the room, in pixels. Only what is wider than the cap gives
 * way: the widest columns lose first, and short ones stay whole. Infinity where all fit.
 */
export function cellCap(columns: readonly ColumnWidth[], room: number): number {
  const rising = columns.toSorted((one, other) => one.width - other.width)
  let left = room
  for (const [place, { width }] of rising.entries()) {
    const share = left / (rising.length - place)
    if (width > share) {
      const firm = rising.slice(place).filter(({ least }) => least > share)
      if (firm.length === 0) return share
      const others = columns.filter((column) => !firm.includes(column))
      return cellCap(others, room - firm.reduce((all, { least }) => all + least, 0))
    }
    left -= width
  }
  return Infinity
}
