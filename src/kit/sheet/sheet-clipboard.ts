import type { ClipboardEvent } from 'react'
import { cellsOf, tsvOf } from './tsv'
import type { SheetHere } from './use-sheet'

/** Copies the chosen rows or the cell, and pastes cells of a spreadsheet or files into the marked row. */
export function clipboardOf<Row>({ props, at, isEditing, isSeveral, here, chosen }: SheetHere<Row>) {
  const copied = (): string[][] => {
    const { rows, columns, idOf } = props
    if (isSeveral)
      return rows.filter((row) => chosen().includes(idOf(row))).map((row) => columns.map((column) => column.text(row)))
    const cell = here()
    return cell ? [[cell.column.text(cell.row)]] : []
  }
  return {
    onCopy: (event: ClipboardEvent) => {
      if (isEditing || !at) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', tsvOf(copied()))
    },
    onPaste: (event: ClipboardEvent) => {
      if (isEditing || !props.isOpen || (!at && props.rows.length > 0)) return
      event.preventDefault()
      const files = [...event.clipboardData.files]
      if (files.length > 0) return at ? props.onFiles?.(at.row, files) : undefined
      props.onPaste(at, cellsOf(event.clipboardData.getData('text/plain')))
    },
  }
}
