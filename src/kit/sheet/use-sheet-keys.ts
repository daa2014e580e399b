import { type KeyboardEvent, useRef } from 'react'
import { canEdit, nextToWrite } from './sheet-column'
import type { CellWriting } from './use-cell-writing'
import type { SheetHere } from './use-sheet'

type Act = () => unknown

const steps: Record<string, { rows: number; columns: number }> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
  PageUp: { rows: -15, columns: 0 },
  PageDown: { rows: 15, columns: 0 },
}

const hasMod = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey
const isErasing = ({ key }: KeyboardEvent) => key === 'Delete' || key === 'Backspace'

/** What an arrow, a page key, Home or End does. */
function moveOf<Row>({ props, names, send, chosen }: SheetHere<Row>, event: KeyboardEvent): Act | null {
  const step = steps[event.key]
  if (step && event.altKey && step.columns === 0 && props.isOpen)
    return () => props.onMove(chosen(), step.rows < 0 ? -1 : 1)
  if (step && !hasMod(event))
    return () => send({ type: 'cell.step', ...step, extend: event.shiftKey && step.columns === 0 })
  if (event.key !== 'Home' && event.key !== 'End') return null
  const to = event.key === 'End' ? 1 : -1
  const rows = hasMod(event) ? to * props.rows.length : 0
  return () => send({ type: 'cell.step', rows, columns: to * names.length })
}

/** What a key does with whole rows of an open sheet. */
function rowActOf<Row>({ props, at, chosen, goTo, addBelow }: SheetHere<Row>, event: KeyboardEvent): Act | null {
  if (hasMod(event) && event.key.toLowerCase() === 'd')
    return () => {
      const copy = props.onDuplicate(chosen())
      if (copy && at) goTo({ row: copy, column: at.column })
    }
  if (hasMod(event) && isErasing(event)) return () => props.onRemove(chosen())
  return event.key === 'Enter' && event.shiftKey ? addBelow : null
}

/** Empties the cell. A choice is not emptied. */
function erase<Row>({ props, at, here }: SheetHere<Row>): void {
  const cell = here()
  if (cell && at && canEdit(cell.column, cell.row) && !cell.column.choices && cell.column.text(cell.row) !== '')
    props.onTyped(at, '', cell.row)
}

/** What a key does with the cell of an open sheet. */
function cellActOf<Row>(sheet: SheetHere<Row>, writing: CellWriting, event: KeyboardEvent): Act | null {
  if (event.key === 'Enter' || event.key === 'F2') return () => writing.begin()
  if (isErasing(event)) return () => erase(sheet)
  return event.key.length === 1 && !hasMod(event) && !event.altKey ? () => writing.beginBy(event) : null
}

/** What a key does; null for a key that the sheet leaves to the browser. */
function actOf<Row>(sheet: SheetHere<Row>, writing: CellWriting, event: KeyboardEvent): Act | null {
  const { props } = sheet
  if (hasMod(event) && event.key.toLowerCase() === 'z') return event.shiftKey ? props.onRedo : props.onUndo
  const move = moveOf(sheet, event)
  if (move || !props.isOpen) return move
  return rowActOf(sheet, event) ?? cellActOf(sheet, writing, event)
}

/** The keys of a sheet and of the editor in one of its cells. */
export function useSheetKeys<Row>(sheet: SheetHere<Row>, writing: CellWriting) {
  const { props, at, send, goTo, backToGrid } = sheet
  // The sheet must not be a trap: after Escape, Tab leaves it.
  const isLeaving = useRef(false)
  const tabFrom = (event: KeyboardEvent) =>
    at && props.isOpen && !isLeaving.current ? nextToWrite(props, at, event.shiftKey ? -1 : 1) : null
  const onTab = (event: KeyboardEvent) => {
    const cell = tabFrom(event)
    // After the last cell, Tab stays in it. Escape, then Tab leaves the sheet, as its hint says.
    if (cell || (at && props.isOpen && !isLeaving.current && !event.shiftKey)) event.preventDefault()
    isLeaving.current = false
    if (cell) goTo(cell)
  }
  /** Keeps the text and goes to another cell, so many rows further. */
  const commit = (rows: number) => send({ type: 'edit.commit', rows, columns: 0 })
  return {
    /** The next Tab stays in the sheet. */
    stay: () => {
      isLeaving.current = false
    },
    onKey: (event: KeyboardEvent) => {
      writing.hear(event)
      if (event.key === 'Tab') return onTab(event)
      if (event.key !== 'Shift') isLeaving.current = event.key === 'Escape'
      const act = actOf(sheet, writing, event)
      if (!act) return
      event.preventDefault()
      act()
    },
    onEditorKey: (event: KeyboardEvent) => {
      event.stopPropagation()
      writing.hear(event)
      writing.chooseBy(event)
      if (event.key !== 'Escape' && event.key !== 'Tab' && event.key !== 'Enter') return
      event.preventDefault()
      if (event.key === 'Escape') {
        send({ type: 'edit.cancel' })
        return backToGrid()
      }
      if (event.key === 'Tab') {
        isLeaving.current = false
        const cell = tabFrom(event)
        commit(0)
        if (cell) goTo(cell)
        return backToGrid()
      }
      commit(event.shiftKey ? 0 : 1)
      backToGrid()
      if (event.shiftKey) sheet.addBelow()
    },
  }
}
