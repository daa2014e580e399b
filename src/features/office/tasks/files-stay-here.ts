import type { DragEvent } from 'react'

const keep = (event: DragEvent) => {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault()
}

/** A file that is dropped beside the place for it does nothing. Without this the browser leaves the page and opens it. */
export const filesStayHere = { onDragOver: keep, onDrop: keep }
