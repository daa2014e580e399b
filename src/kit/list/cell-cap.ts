/** A column in pixels: `width` of its widest cell, `least` that it never goes below. */
export type ColumnWidth = { width: number; least: number }

/**
 * The largest cell width, in pixels, with which the columns fit the available width. Only wider cells are cut: the
 * widest columns shrink first, and short ones stay whole. Infinity when all fit.
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
