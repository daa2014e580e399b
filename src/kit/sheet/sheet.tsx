import { type CSSProperties, type FocusEvent, type MouseEvent, type RefObject, useMemo, useRef } from 'react'
import type { Cell } from '@/machines/sheet/sheet.machine'
import { clipboardOf } from './sheet-clipboard'
import type { Editing } from './sheet-column'
import type { SheetProps } from './sheet-props'
import { SheetRows } from './sheet-rows'
import { leastRem, useStacking, widened } from './sheet-widths'
import classes from './sheet.module.css'
import { useCellWriting } from './use-cell-writing'
import { useFileDrop } from './use-file-drop'
import { useRowDrag } from './use-row-drag'
import { type SheetHere, useSheet } from './use-sheet'
import { useSheetKeys } from './use-sheet-keys'

/** The tracks of the columns, and whether the rows are cards. */
function useTracks<Row>({ rows, columns, isStacked }: SheetProps<Row>, grid: RefObject<HTMLElement | null>) {
  // Each row is a grid of its own, so every row gets the same minimum width: the sum of the narrowest tracks.
  const wide = useMemo(() => widened(columns, rows), [columns, rows])
  const least = leastRem(wide)
  const stacking = useStacking(grid, least)
  const style: CSSProperties & Record<'--sheet-columns' | '--sheet-width' | '--sheet-figures', string> = {
    '--sheet-columns': wide.map(({ width }) => width).join(' '),
    '--sheet-width': `${least}rem`,
    '--sheet-figures': String(
      Math.max(2, wide.filter(({ width, isPinned }) => !isPinned && !width.startsWith('minmax')).length),
    ),
  }
  return { style, stacked: stacking === 'phone' || isStacked ? (stacking ?? undefined) : undefined }
}

const cellUnder = (event: MouseEvent): Cell | null => {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=gridcell]') : null
  const row = cell?.closest<HTMLElement>('[data-row]')?.dataset['row']
  const column = cell?.dataset['column']
  return row && column ? { row, column } : null
}

/** The editor of the cell in which somebody writes; null while nobody does. */
function editingOf<Row>(sheet: SheetHere<Row>, onKey: Editing['onKey']): Editing | null {
  const { text, isEditing, send, backToGrid } = sheet
  if (!isEditing) return null
  return {
    text,
    onText: (typed) => send({ type: 'edit.type', text: typed }),
    onKey,
    onLeave: () => send({ type: 'edit.commit', rows: 0, columns: 0 }),
    onDrop: () => {
      send({ type: 'edit.cancel' })
      send({ type: 'cell.step', rows: 0, columns: 1 })
      backToGrid()
    },
  }
}

/**
 * Rows that are edited as in a spreadsheet. Arrows move, typing edits the marked cell, Enter goes down, Tab goes to the
 * next editable cell (after Escape it leaves the sheet, after the last cell it stays), Shift+Enter adds a row below,
 * Shift with arrows selects rows, Mod+D duplicates them, Alt with arrows or their grip moves them, Mod+Delete removes
 * them, Mod+Z undoes, Mod+Shift+Z redoes. Copy and paste work with spreadsheets. Files can be pasted and dropped when
 * `onFiles` is given.
 */
export function Sheet<Row>(props: SheetProps<Row>) {
  const { label, rows, columns, isOpen, firstColumn } = props
  const grid = useRef<HTMLDivElement>(null)
  const tracks = useTracks(props, grid)
  const sheet = useSheet(props, grid)
  const writing = useCellWriting(sheet)
  const keys = useSheetKeys(sheet, writing)
  const { at, isEditing, chosen, send } = sheet
  const carrying = useRowDrag({
    rowsOf: (row) => (chosen().includes(row) ? chosen() : [row]),
    onPlace: (moved, beside) => props.onPlace?.(moved, beside),
  })
  const dropping = useFileDrop(props)
  const hasGrip = isOpen && props.onPlace !== undefined
  const onFocus = (event: FocusEvent) => {
    const [first] = sheet.ids
    const column = firstColumn ?? sheet.names[0]
    if (event.target === event.currentTarget && !sheet.atNow() && first && column) sheet.goTo({ row: first, column })
  }
  const onMouseDown = (event: MouseEvent) => {
    keys.stay()
    const cell = cellUnder(event)
    if (cell && !(isEditing && cell.row === at?.row && cell.column === at.column))
      send({ type: 'cell.go', cell, extend: event.shiftKey })
  }
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-activedescendant={at && !isEditing ? sheet.domId(at.row, at.column) : undefined}
      tabIndex={0}
      className={classes.sheet}
      data-stacked={tracks.stacked}
      style={tracks.style}
      onKeyDown={isEditing ? undefined : keys.onKey}
      {...clipboardOf(sheet)}
      {...carrying}
      {...dropping}
      onFocus={onFocus}
      onMouseDown={onMouseDown}
      onDoubleClick={() => writing.begin()}
    >
      <div role="row" aria-rowindex={1} className={classes.head} data-grip={hasGrip || undefined}>
        {columns.map((column) => (
          <div key={column.name} role="columnheader" data-align={column.align} data-pinned={column.isPinned}>
            {column.label}
          </div>
        ))}
      </div>
      <SheetRows of={sheet} editing={editingOf(sheet, keys.onEditorKey)} hasGrip={hasGrip} />
    </div>
  )
}
