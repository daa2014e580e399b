import { Table } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far outside the window, in px, rows are drawn already. */
const ahead = 1500

/**
 * Rows that are drawn while they are near the window; else one empty row stands for them, as high as they were. So a
 * list of thousands costs what its visible part costs. The group that somebody is in stays.
 */
export function RowGroup({ children }: { children: ReactNode }) {
  const group = useRef<HTMLTableSectionElement>(null)
  /** Null while the rows are drawn. */
  const [height, setHeight] = useState<number | null>(null)

  useEffect(() => {
    const element = group.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const isUsed = entry.isIntersecting || element.contains(document.activeElement)
        setHeight(isUsed ? null : (before) => before ?? entry.boundingClientRect.height)
      },
      { rootMargin: `${ahead}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <Table.Tbody ref={group}>
      {height === null ? (
        children
      ) : (
        <tr aria-hidden>
          <td colSpan={7} style={{ height, padding: 0 }} />
        </tr>
      )}
    </Table.Tbody>
  )
}
