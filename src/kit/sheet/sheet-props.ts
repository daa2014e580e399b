import type { Cell } from '@/machines/sheet/sheet.machine'
import type { CellMarks } from './sheet-cell'
import type { SheetColumn } from './sheet-column'

export type SheetProps<Row> = {
  /** The sheet's label for screen readers: `Lines`. */
  label: string
  rows: readonly Row[]
  columns: readonly SheetColumn<Row>[]
  idOf: (row: Row) => string
  rowClass?: (row: Row) => string | undefined
  marks?: ReadonlyMap<string, CellMarks>
  /** False while nothing may be changed. */
  isOpen: boolean
  /** Where the columns do not fit, a row becomes a card as on a phone, and no figure is cut. Default: they are scrolled. */
  isStacked?: boolean
  /** The column where editing starts in a new row and on entering the sheet; default: the first. */
  firstColumn?: string
  /** A row that a button outside of the sheet has added: writing begins there. */
  added?: { id: string } | null
  /** The person changed a cell. `seen`: the row when the editing began; others may have changed it since. */
  onTyped: (cell: Cell, typed: string, seen: Row | null) => void
  /** Somebody removed the row in which this was typed. */
  onHomeless: (text: string) => void
  /** A new row after this one; null at the end. Answers its id. */
  onAdd: (after: string | null) => string
  onRemove: (ids: readonly string[]) => void
  /** Answers the id of the first copy, which is marked then; null where there is none. */
  onDuplicate: (ids: readonly string[]) => string | null
  onMove: (ids: readonly string[], by: -1 | 1) => void
  /** Rows that were dragged by their grip to the place before or after another one. Without it there are no grips. */
  onPlace?: (ids: readonly string[], beside: { row: string; isAfter: boolean }) => void
  /** Cells of a spreadsheet, from this cell on; null in a sheet without rows. */
  onPaste: (cell: Cell | null, cells: string[][]) => void
  onUndo: () => void
  onRedo: () => void
  /** Files that were pasted into the marked row, or dropped on a row. */
  onFiles?: (row: string, files: File[]) => void
  /** A cell that was being edited when the sheet was unmounted. Editing continues there. */
  half?: Half<Row> | null
  /** The text of the cell in editing, at each letter; null when it was kept or left. */
  onHalf?: (half: Half<Row> | null) => void
  /** The cell that the person is in, for the others. */
  onAt?: (cell: Cell | null) => void
}

/** A cell that is written in and not kept yet. */
export type Half<Row> = { cell: Cell; text: string; original: string; seen: Row }
