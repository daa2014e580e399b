import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { cellCap, type ColumnWidth } from './cell-cap.ts'
import classes from './list.module.css'

/**
 * Cell widths in pixels: the widest when all columns fit, and the narrowest readable one, below which the page scrolls.
 */
const [widest, narrowest] = [416, 88]
/** Pixels. A number, a day or an amount is not cut while anything longer can give way. */
const short = 160

type FittingTableProps = {
  label: string
  isBusy?: boolean
  /** The content of the cells. A new object makes the table measure them again. */
  content: unknown
  children: ReactNode
}

/**
 * The table of a list. Columns are at least as wide as their content and share the remaining width. When the container
 * is too narrow, the widest columns are cut first; a status is never cut, and a text that two lines hold is broken.
 */
export function FittingTable({ label, isBusy, content, children }: FittingTableProps) {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => (table.current ? keepFitting(table.current) : undefined), [content])
  return (
    <table ref={table} className={classes.table} aria-label={label} aria-busy={isBusy}>
      {children}
    </table>
  )
}

/** Fits at once, and again when the place or a cell changes its width or a font arrives. Returns how to stop. */
function keepFitting(table: HTMLTableElement): (() => void) | undefined {
  const place = table.parentElement
  if (!place) return undefined
  let known = ''
  const fit = () => {
    fitInto(table, roomIn(place))
    known = widths()
  }
  const widths = () => `${place.clientWidth} ${table.offsetWidth}`
  fit()
  const sized = new ResizeObserver(() => {
    if (widths() !== known) fit()
  })
  sized.observe(place)
  // A name or a status that comes later makes its cell wider.
  sized.observe(table)
  document.fonts?.addEventListener('loadingdone', fit)
  return () => {
    sized.disconnect()
    document.fonts?.removeEventListener('loadingdone', fit)
  }
}

/** Within the padding. */
function roomIn(place: Element): number {
  const { paddingLeft, paddingRight } = getComputedStyle(place)
  return place.clientWidth - (Number.parseFloat(paddingLeft) || 0) - (Number.parseFloat(paddingRight) || 0)
}

/**
 * The natural width of a cell, which can be measured while it is cut; of one whose content is cut by a rule of its own
 * (a text of at most two lines), that of the content.
 */
function naturalWidth(cell: Element): number {
  const inner = cell.firstElementChild
  // What only screen readers hear is one pixel wide.
  const hidden = inner && inner.clientWidth > 1 ? inner.scrollWidth - inner.clientWidth : 0
  return cell.scrollWidth + Math.max(0, hidden)
}

/** Sets `--cell-cap`, which the cells follow (list.module.css). */
function fitInto(table: HTMLTableElement, place: number): void {
  const columns: ColumnWidth[] = []
  // Without this, a cell that shares the remaining width would measure wider than its content, and one of two lines narrower.
  table.removeAttribute('data-roomy')
  for (const cell of table.querySelectorAll('[data-broken]')) cell.removeAttribute('data-broken')
  const natural = new Map<Element, number>()
  for (const row of table.rows) {
    for (const [at, cell] of [...row.cells].entries()) {
      const { width, least } = columns[at] ?? { width: 0, least: 0 }
      const own = widthFor(cell)
      natural.set(cell, naturalWidth(cell))
      columns[at] = { width: Math.max(width, own), least: isStatus(cell) ? Math.max(least, own) : least }
    }
  }
  const room = place - (table.offsetWidth - table.clientWidth)
  const shortOnesKept = cellCap(
    columns.map(({ width, least }) => ({ width, least: width <= short ? width : least })),
    room,
  )
  const hasRoom = shortOnesKept >= narrowest
  const cap = hasRoom ? shortOnesKept : Math.max(narrowest, cellCap(columns, room))
  table.style.setProperty('--cell-cap', `${Math.floor(Math.min(widest, cap))}px`)
  for (const row of table.rows)
    for (const [at, cell] of [...row.cells].entries()) {
      const isWhole = hasRoom && (columns[at]?.width ?? 0) <= short
      cell.toggleAttribute('data-whole', isWhole)
      cell.toggleAttribute(
        'data-broken',
        !isWhole && fitsOnTwoLines(cell, natural.get(cell) ?? 0, Math.min(widest, cap)),
      )
    }
  table.toggleAttribute('data-roomy', columns.reduce((all, { width }) => all + width, 0) <= room)
}

/** Half a pixel more, because the browser rounds. */
function widthFor(cell: Element): number {
  if (cell.classList.contains(classes.rest ?? '')) return 0
  const own = naturalWidth(cell) + 0.5
  return isStatus(cell) ? own : Math.min(own, widest)
}

/** A cut text that two lines hold: a half-empty first line is reckoned with. A longer one stays cut in one line. */
const fitsOnTwoLines = (cell: Element, width: number, cap: number): boolean =>
  cell.tagName === 'TD' && !isStatus(cell) && width > Math.ceil(cap) && width <= cap * 1.6

const isStatus = ({ children }: Element): boolean =>
  children.length === 1 && children[0]?.classList.contains('mantine-Badge-root') === true
