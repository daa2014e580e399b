import { useMachine } from '@xstate/react'
import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Cell, chosenRows, sheetMachine } from '@/machines/sheet/sheet.machine'
import type { SheetProps } from './sheet-props'

/** The machine of a sheet with its rows: the cell in which somebody is, the chosen rows, and the text that is written. */
export function useSheet<Row>(props: SheetProps<Row>, grid: RefObject<HTMLDivElement | null>) {
  const { rows, columns, idOf, firstColumn } = props
  const names = useMemo(() => columns.map(({ name }) => name), [columns])
  const [state, send, actor] = useMachine(sheetMachine, { input: { columns: names } })
  const { at } = state.context
  const isEditing = state.matches('editing')
  const prefix = useId()
  const domId = useCallback((row: string, column: string) => `${prefix}${row}-${column}`, [prefix])
  const ids = rows.map(idOf)
  const goTo = useCallback((cell: Cell) => send({ type: 'cell.go', cell }), [send])

  const calls = useRef(props)
  /** The row when the editing began. */
  const began = useRef<Row | null>(null)
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
  const idsKey = ids.join(' ')
  const namesKey = names.join(' ')
  useEffect(() => {
    send({ type: 'rows.are', rows: idsKey === '' ? [] : idsKey.split(' '), columns: namesKey.split(' ') })
  }, [idsKey, namesKey, send])
  useEffect(() => calls.current.onAt?.(at), [at])
  // Again when the row comes that the cell waits for.
  const cellId = at && ids.includes(at.row) ? domId(at.row, at.column) : null
  useEffect(() => {
    if (cellId) document.getElementById(cellId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [cellId, at])

  const startEdit = useCallback(
    (row: Row, text: string, original: string) => {
      began.current = row
      send({ type: 'edit.begin', text, original })
    },
    [send],
  )
  const { text, original } = state.context
  const wasEditing = useRef(false)
  useEffect(() => {
    const seen = began.current
    if (isEditing && at && seen) calls.current.onHalf?.({ cell: at, text, original, seen })
    else if (wasEditing.current) calls.current.onHalf?.(null)
    wasEditing.current = isEditing
  }, [isEditing, at, text, original])
  useTakenUp(props, ids, { goTo, startEdit })
  const { added } = props
  useEffect(() => {
    if (!added || firstColumn === undefined) return
    goTo({ row: added.id, column: firstColumn })
    grid.current?.focus({ preventScroll: true })
  }, [added, firstColumn, goTo, grid])

  return {
    props,
    names,
    ids,
    domId,
    at,
    text,
    isEditing,
    send,
    /** The cell of this moment: a row that a button adds has it before the sheet is drawn with it. */
    atNow: () => actor.getSnapshot().context.at,
    goTo,
    startEdit,
    backToGrid: () => grid.current?.focus({ preventScroll: true }),
    isSeveral: state.context.anchor !== null,
    chosen: () => chosenRows(state.context),
    /** The column and the row of the cell. */
    here: () => {
      const column = columns.find(({ name }) => name === at?.column)
      const row = rows.find((each) => idOf(each) === at?.row)
      return column && row !== undefined ? { column, row } : null
    },
    addBelow: () => {
      const id = props.onAdd(at?.row ?? null)
      const column = firstColumn ?? at?.column ?? names[0]
      if (column) goTo({ row: id, column })
    },
  }
}
export type SheetHere<Row> = ReturnType<typeof useSheet<Row>>

type Starts<Row> = Pick<SheetHere<Row>, 'goTo' | 'startEdit'>

/** Goes on with the cell that was being edited when the sheet was unmounted, once, when its row exists. */
function useTakenUp<Row>(props: SheetProps<Row>, ids: readonly string[], { goTo, startEdit }: Starts<Row>) {
  const [half] = useState(() => props.half ?? null)
  const isTakenUp = useRef(false)
  const mayTakeUp = half !== null && props.isOpen && ids.includes(half.cell.row)
  useEffect(() => {
    if (!mayTakeUp || isTakenUp.current) return
    isTakenUp.current = true
    goTo(half.cell)
    startEdit(half.seen, half.text, half.original)
  }, [mayTakeUp, half, goTo, startEdit])
}
