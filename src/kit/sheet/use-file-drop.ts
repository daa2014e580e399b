import { type DragEvent, useRef } from 'react'
import type { SheetProps } from './sheet-props'

const rowAt = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null

/** Files that are dropped on a row. The row under a file is marked by hand: drawing the sheet again at each move would be slow. */
export function useFileDrop({ isOpen, onFiles }: Pick<SheetProps<never>, 'isOpen' | 'onFiles'>) {
  const overRow = useRef<HTMLElement | null>(null)
  const dragOver = (row: HTMLElement | null) => {
    if (overRow.current === row) return
    overRow.current?.removeAttribute('data-over')
    row?.setAttribute('data-over', '')
    overRow.current = row
  }
  const rowUnder = (event: DragEvent) =>
    isOpen && onFiles && event.dataTransfer.types.includes('Files') ? rowAt(event) : null
  return {
    onDragOver: (event: DragEvent) => {
      const row = rowUnder(event)
      dragOver(row)
      if (!row) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDragLeave: (event: DragEvent) => {
      if (event.target === event.currentTarget) dragOver(null)
    },
    onDrop: (event: DragEvent) => {
      const row = rowUnder(event)?.dataset['row']
      dragOver(null)
      if (!row) return
      event.preventDefault()
      onFiles?.(row, [...event.dataTransfer.files])
    },
  }
}
