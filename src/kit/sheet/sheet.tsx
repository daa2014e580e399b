import { useMachine } from '@xstate/react'
import {
  type ClipboardEvent,
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Cell, chosenRows, sheetMachine } from '@/machines/sheet/sheet.machine'
import { type CellMarks, SheetRow } from './sheet-cell'
import { canEdit, cellKey, choiceOfKey, choiceOfKeys, nextToWrite, type SheetColumn } from './sheet-column'
import classes from './sheet.module.css'
import { leastRem, useStacking, widened } from './sheet-widths'
import { cellsOf, tsvOf } from './tsv'
import { useLostKeys } from './use-lost-keys'
import { useRowDrag } from './use-row-drag'

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

const none: ReadonlyMap<string, CellMarks> = new Map()

const rowAt = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null

/**
 * The text with which an editor opens after a key; null when no choice begins so: the key is refused as other texts
 * are, the person is told, and the value stays.
 */
function firstText(
  choices: Parameters<typeof choiceOfKey>[0] | undefined,
  text: string | undefined,
  original: string,
): string | null {
  if (!choices) return text ?? original
  if (text === undefined || text.trim() === '') return original
  return choiceOfKey(choices, text, original)?.value ?? null
}

/**
 * Rows that are edited as in a spreadsheet. Arrows move, typing edits the marked cell, Enter goes down, Tab goes to the
 * next editable cell (after Escape it leaves the sheet, after the last cell it stays), Shift+Enter adds a row below,
 * Shift with arrows selects rows, Mod+D duplicates them, Alt with arrows or their grip moves them, Mod+Delete removes
 * them, Mod+Z undoes, Mod+Shift+Z redoes. Copy and paste work with spreadsheets. Files can be pasted and dropped when
 * `onFiles` is given.
 */
export function Sheet<Row>(props: SheetProps<Row>) {
  const { label, rows, columns, idOf, isOpen, marks = none, firstColumn, added = null } = props
  const names = useMemo(() => columns.map(({ name }) => name), [columns])
  const [state, send, actor] = useMachine(sheetMachine, { input: { columns: names } })
  const { at } = state.context
  const isEditing = state.matches('editing')
  const grid = useRef<HTMLDivElement>(null)
  const prefix = useId()
  const domId = useCallback((row: string, column: string) => `${prefix}${row}-${column}`, [prefix])
  // Each row is a grid of its own, so every row gets the same minimum width: the sum of the narrowest tracks.
  const wide = useMemo(() => widened(columns, rows), [columns, rows])
  const least = leastRem(wide)
  const stacking = useStacking(grid, least)
  const tracks: CSSProperties & Record<'--sheet-columns' | '--sheet-width' | '--sheet-figures', string> = {
    '--sheet-columns': wide.map(({ width }) => width).join(' '),
    '--sheet-width': `${least}rem`,
    '--sheet-figures': String(
      Math.max(2, wide.filter(({ width, isPinned }) => !isPinned && !width.startsWith('minmax')).length),
    ),
  }
  const ids = rows.map(idOf)
  const idsKey = ids.join(' ')
  const namesKey = names.join(' ')

  const calls = useRef(props)
  /** The row when the editing began. */
  const began = useRef<Row | null>(null)
  /** The keys of a choice so far. */
  const keysOfChoice = useRef('')
  const lost = useLostKeys()
  useEffect(() => {
    calls.current = props
  })
  useEffect(() => {
    const typed = actor.on('cell.typed', ({ cell, text }) => calls.current.onTyped(cell, text, began.current))
    const homeless = actor.on('text.homeless', ({ text }) => calls.current.onHomeless(text))
    return () => {
      typed.unsubscribe()
      homeless.unsubscribe()
    }
  }, [actor])
  useEffect(() => {
    send({ type: 'rows.are', rows: idsKey === '' ? [] : idsKey.split(' '), columns: namesKey.split(' ') })
  }, [idsKey, namesKey, send])
  useEffect(() => calls.current.onAt?.(at), [at])
  // Again when the row comes that the cell waits for.
  const cellId = at && ids.includes(at.row) ? domId(at.row, at.column) : null
  useEffect(() => {
    if (cellId) document.getElementById(cellId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [cellId, at])

  const { text, original } = state.context
  const wasEditing = useRef(false)
  useEffect(() => {
    const seen = began.current
    if (isEditing && at && seen) calls.current.onHalf?.({ cell: at, text, original, seen })
    else if (wasEditing.current) calls.current.onHalf?.(null)
    wasEditing.current = isEditing
  }, [isEditing, at, text, original])
  // Runs once, when the row of the kept cell exists.
  const [half] = useState(() => props.half ?? null)
  const isTakenUp = useRef(false)
  const mayTakeUp = half !== null && isOpen && ids.includes(half.cell.row)
  useEffect(() => {
    if (!mayTakeUp || isTakenUp.current) return
    isTakenUp.current = true
    began.current = half.seen
    send({ type: 'cell.go', cell: half.cell })
    send({ type: 'edit.begin', text: half.text, original: half.original })
  }, [mayTakeUp, half, send])

  useEffect(() => {
    if (!added || firstColumn === undefined) return
    send({ type: 'cell.go', cell: { row: added.id, column: firstColumn } })
    grid.current?.focus({ preventScroll: true })
  }, [added, firstColumn, send])

  const here = () => {
    const column = columns.find(({ name }) => name === at?.column)
    const row = rows.find((each) => idOf(each) === at?.row)
    return column && row !== undefined ? { column, row } : null
  }
  const place = at ? cellKey(at.row, at.column) : ''
  const begin = (text?: string, key?: KeyboardEvent) => {
    const cell = here()
    if (!cell || !isOpen || !canEdit(cell.column, cell.row)) return
    const original = cell.column.text(cell.row)
    began.current = cell.row
    keysOfChoice.current = text?.trim() ?? ''
    const first = firstText(cell.column.choices, text, original)
    if (first !== null) return send({ type: 'edit.begin', text: first, original })
    if (key) lost.lose(key, place)
    return at && text !== undefined ? props.onTyped(at, text, cell.row) : undefined
  }
  const backToGrid = () => grid.current?.focus({ preventScroll: true })
  const chosen = () => chosenRows(state.context)
  const addBelow = () => {
    const id = props.onAdd(at?.row ?? null)
    const column = firstColumn ?? at?.column ?? names[0]
    if (column) send({ type: 'cell.go', cell: { row: id, column } })
  }

  // The sheet must not be a trap: after Escape, Tab leaves it.
  const isLeaving = useRef(false)
  const tabFrom = (event: KeyboardEvent) =>
    at && isOpen && !isLeaving.current ? nextToWrite({ rows, columns, idOf }, at, event.shiftKey ? -1 : 1) : null

  const onKey = (event: KeyboardEvent) => {
    lost.hear(event)
    const mod = event.ctrlKey || event.metaKey
    const done = () => event.preventDefault()
    if (event.key === 'Tab') {
      const cell = tabFrom(event)
      // After the last cell, Tab stays in it. Escape, then Tab leaves the sheet, as its hint says.
      if (cell || (at && isOpen && !isLeaving.current && !event.shiftKey)) done()
      isLeaving.current = false
      return cell ? send({ type: 'cell.go', cell }) : undefined
    }
    if (event.key !== 'Shift') isLeaving.current = event.key === 'Escape'
    if (mod && event.key.toLowerCase() === 'z') {
      done()
      return event.shiftKey ? props.onRedo() : props.onUndo()
    }
    const step = steps[event.key]
    if (step && event.altKey && step.columns === 0 && isOpen) {
      done()
      return props.onMove(chosen(), step.rows < 0 ? -1 : 1)
    }
    if (step && !mod) {
      done()
      return send({ type: 'cell.step', ...step, extend: event.shiftKey && step.columns === 0 })
    }
    if (event.key === 'Home' || event.key === 'End') {
      done()
      const far = event.key === 'End' ? rows.length : -rows.length
      return send({
        type: 'cell.step',
        rows: mod ? far : 0,
        columns: event.key === 'End' ? names.length : -names.length,
      })
    }
    if (!isOpen) return undefined
    if (mod && event.key.toLowerCase() === 'd') {
      done()
      const copy = props.onDuplicate(chosen())
      return copy && at ? send({ type: 'cell.go', cell: { row: copy, column: at.column } }) : undefined
    }
    if (mod && (event.key === 'Delete' || event.key === 'Backspace')) {
      done()
      return props.onRemove(chosen())
    }
    if (event.key === 'Enter' && event.shiftKey) {
      done()
      return addBelow()
    }
    if (event.key === 'Enter' || event.key === 'F2') {
      done()
      return begin()
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      done()
      const cell = here()
      if (cell && at && canEdit(cell.column, cell.row) && !cell.column.choices && cell.column.text(cell.row) !== '')
        props.onTyped(at, '', cell.row)
      return undefined
    }
    if (event.key.length === 1 && !mod && !event.altKey) {
      done()
      if (!here()?.column.choices || !lost.isLost(event, place)) begin(event.key, event)
    }
    return undefined
  }

  const chooseByKey = (event: KeyboardEvent) => {
    const choices = here()?.column.choices
    if (!choices || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    // A space opens the list, unless a name goes on with it: `m edge`.
    const found = choiceOfKeys(choices, keysOfChoice.current, event.key, state.context.text)
    if (event.key === ' ' && (!found || keysOfChoice.current === '')) return
    event.preventDefault()
    if (!found) return lost.lose(event, place)
    if (lost.isLost(event, place)) return
    keysOfChoice.current = found.typed
    send({ type: 'edit.type', text: found.choice.value })
  }

  const onEditorKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    lost.hear(event)
    chooseByKey(event)
    if (event.key === 'Escape') {
      event.preventDefault()
      send({ type: 'edit.cancel' })
      backToGrid()
    } else if (event.key === 'Tab') {
      event.preventDefault()
      isLeaving.current = false
      const cell = tabFrom(event)
      send({ type: 'edit.commit', rows: 0, columns: 0 })
      if (cell) send({ type: 'cell.go', cell })
      backToGrid()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      send({ type: 'edit.commit', rows: event.shiftKey ? 0 : 1, columns: 0 })
      backToGrid()
      if (event.shiftKey) addBelow()
    }
  }

  const cellOf = (event: MouseEvent): Cell | null => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=gridcell]') : null
    const row = cell?.closest<HTMLElement>('[data-row]')?.dataset['row']
    const column = cell?.dataset['column']
    return row && column ? { row, column } : null
  }
  const onPaste = (event: ClipboardEvent) => {
    if (isEditing || !isOpen || (!at && rows.length > 0)) return
    event.preventDefault()
    const files = [...event.clipboardData.files]
    if (files.length > 0) return at ? props.onFiles?.(at.row, files) : undefined
    props.onPaste(at, cellsOf(event.clipboardData.getData('text/plain')))
  }
  // The row under a file is marked by hand: drawing the sheet again at each move would be slow.
  const overRow = useRef<HTMLElement | null>(null)
  const dragOver = (row: HTMLElement | null) => {
    if (overRow.current === row) return
    overRow.current?.removeAttribute('data-over')
    row?.setAttribute('data-over', '')
    overRow.current = row
  }
  const rowUnder = (event: DragEvent) =>
    isOpen && props.onFiles && event.dataTransfer.types.includes('Files') ? rowAt(event) : null
  const onDragOver = (event: DragEvent) => {
    const row = rowUnder(event)
    dragOver(row)
    if (!row) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  }
  const onDrop = (event: DragEvent) => {
    const row = rowUnder(event)?.dataset['row']
    dragOver(null)
    if (!row) return
    event.preventDefault()
    props.onFiles?.(row, [...event.dataTransfer.files])
  }
  const carrying = useRowDrag({
    rowsOf: (row) => (chosen().includes(row) ? chosen() : [row]),
    onPlace: (moved, beside) => props.onPlace?.(moved, beside),
  })
  const onCopy = (event: ClipboardEvent) => {
    if (isEditing || !at) return
    event.preventDefault()
    const cell = here()
    const copied = state.context.anchor
      ? rows.filter((row) => chosen().includes(idOf(row))).map((row) => columns.map((column) => column.text(row)))
      : cell
        ? [[cell.column.text(cell.row)]]
        : []
    event.clipboardData.setData('text/plain', tsvOf(copied))
  }

  const hasGrip = isOpen && props.onPlace !== undefined
  const { rowClass } = props
  // All rows without the cursor. A move of the cursor draws two rows again and keeps the hundreds of others.
  const resting = useMemo(() => {
    const marked = rowsOf(marks)
    return rows.map((row, index) => {
      const id = idOf(row)
      return (
        <SheetRow
          key={id}
          id={id}
          row={row}
          index={index}
          columns={columns}
          at={null}
          isChosen={false}
          editing={null}
          marks={marked.has(id) ? marks : none}
          className={rowClass?.(row)}
          hasGrip={hasGrip}
          domId={domId}
        />
      )
    })
  }, [rows, columns, idOf, marks, rowClass, hasGrip, domId])
  const chosenNow = new Set(state.context.anchor ? chosen() : [])
  const editing = isEditing
    ? {
        text: state.context.text,
        onText: (text: string) => send({ type: 'edit.type', text }),
        onKey: onEditorKey,
        onLeave: () => send({ type: 'edit.commit', rows: 0, columns: 0 }),
        onDrop: () => {
          send({ type: 'edit.cancel' })
          send({ type: 'cell.step', rows: 0, columns: 1 })
          backToGrid()
        },
      }
    : null

  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-activedescendant={at && !isEditing ? domId(at.row, at.column) : undefined}
      tabIndex={0}
      className={classes.sheet}
      data-stacked={stacking === 'phone' || props.isStacked ? (stacking ?? undefined) : undefined}
      style={tracks}
      onKeyDown={isEditing ? undefined : onKey}
      onPaste={onPaste}
      onCopy={onCopy}
      {...carrying}
      onDragOver={onDragOver}
      onDragLeave={(event) => event.target === event.currentTarget && dragOver(null)}
      onDrop={onDrop}
      onFocus={(event) => {
        const [first] = ids
        const column = firstColumn ?? names[0]
        // The cell of this moment: a row that a button adds has it before the sheet is drawn with it.
        if (event.target === grid.current && !actor.getSnapshot().context.at && first && column)
          send({ type: 'cell.go', cell: { row: first, column } })
      }}
      onMouseDown={(event) => {
        isLeaving.current = false
        const cell = cellOf(event)
        if (cell && !(isEditing && cell.row === at?.row && cell.column === at.column))
          send({ type: 'cell.go', cell, extend: event.shiftKey })
      }}
      onDoubleClick={() => begin()}
    >
      <div role="row" aria-rowindex={1} className={classes.head} data-grip={hasGrip || undefined}>
        {columns.map((column) => (
          <div key={column.name} role="columnheader" data-align={column.align} data-pinned={column.isPinned}>
            {column.label}
          </div>
        ))}
      </div>
      {resting.map((element, index) => {
        const id = ids[index] ?? ''
        const isHere = at?.row === id
        const isChosen = chosenNow.has(id)
        if (!isHere && !isChosen) return element
        return (
          <SheetRow
            key={id}
            {...element.props}
            at={isHere ? at.column : null}
            isChosen={isChosen}
            editing={isHere ? editing : null}
          />
        )
      })}
    </div>
  )
}

/** Rows with marks. The others share one map, so that a mark elsewhere does not draw them again. */
const rowsOf = (marks: ReadonlyMap<string, CellMarks>): ReadonlySet<string> =>
  new Set([...marks.keys()].map((key) => key.slice(0, key.indexOf(' '))))

const steps: Record<string, { rows: number; columns: number }> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
  PageUp: { rows: -15, columns: 0 },
  PageDown: { rows: 15, columns: 0 },
}
