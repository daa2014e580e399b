import { type DragEvent, useState } from 'react'

type FileDropOptions = {
  disabled?: boolean
  /** Whether a file is taken. */
  accepts?: (file: File) => boolean
}

/** A place that takes dropped files: its handlers, and whether files are held over it. */
export function useFileDrop(
  take: (files: readonly File[]) => void,
  { disabled = false, accepts = () => true }: FileDropOptions = {},
) {
  const [isOver, setOver] = useState(false)
  return {
    isOver: isOver && !disabled,
    zone: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        const into = event.relatedTarget
        if (!(into instanceof Node) || !event.currentTarget.contains(into)) setOver(false)
      },
      /** Also of a drop that something inside keeps for itself. */
      onDropCapture: () => setOver(false),
      onDrop: (event: DragEvent) => {
        const files = [...event.dataTransfer.files].filter(accepts)
        if (disabled || files.length === 0) return
        event.preventDefault()
        take(files)
      },
    },
  }
}
