import { type PointerEvent, useEffect, useState } from 'react'

type Place = { row: HTMLElement; isAfter: boolean }

type Drag = {
  box: HTMLElement
  pointer: number
  /** Where the grip was pressed; a shorter way than `least` is no drag. */
  from: number
  rows: readonly string[]
  isMoving: boolean
  at: number
  place: Place | null
}

/** How far the pointer goes before rows are carried, in pixels. */
const least = 4
/** How near to an edge of what is seen the sheet begins to scroll, and by how much at most in a frame, in pixels. */
const [edge, fastest] = [56, 14]

/** The row at a height of the window, else the first or the last one. Rows lie one below the other. */
export function placeAt(rows: readonly HTMLElement[], y: number): Place | null {
  let [low, high] = [0, rows.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > y) high = middle
    else low = middle + 1
  }
  const row = rows[low]
  if (!row) return null
  const { top, height } = row.getBoundingClientRect()
  return { row, isAfter: y > top + height / 2 }
}

/** How far a frame scrolls while the pointer is held at an edge: nothing between them, faster nearer to it. */
export function scrollStep(y: number, top: number, bottom: number): number {
  const near = Math.max(8, Math.min(edge, (bottom - top) / 4))
  if (y < top + near) return -Math.ceil(Math.min(1, (top + near - y) / near) * fastest)
  if (y > bottom - near) return Math.ceil(Math.min(1, (y - bottom + near) / near) * fastest)
  return 0
}

type RowDragCalls = {
  /** The rows that go along with this one. */
  rowsOf: (row: string) => readonly string[]
  onPlace: (rows: readonly string[], beside: { row: string; isAfter: boolean }) => void
}

/** Scrolls the box, or the page, while the pointer is held at an edge of what is seen; true when something moved. */
function scrolled(box: HTMLElement, y: number): boolean {
  const above = Number.parseFloat(getComputedStyle(box).getPropertyValue('--signwright-top')) || 0
  const { top, bottom } = box.getBoundingClientRect()
  const scrolls = box.scrollHeight > box.clientHeight + 1
  const step = scrolls
    ? scrollStep(y, Math.max(top, above), Math.min(bottom, window.innerHeight))
    : scrollStep(y, above, window.innerHeight)
  if (step === 0) return false
  const before = box.scrollTop
  if (scrolls) box.scrollTop += step
  // The sheet is at its own end, or lies partly outside of the window.
  if (!scrolls || box.scrollTop === before) window.scrollBy(0, step)
  return true
}

/** The gesture by itself: what is carried, the target and the scrolling at an edge, written into the page. */
function rowDrag() {
  let calls: RowDragCalls = { rowsOf: (row) => [row], onPlace: () => undefined }
  let drag: Drag | null = null
  let frame = 0
  const rows = () => [...(drag?.box.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const mark = (place: Place | null) => {
    if (!drag) return
    if (drag.place?.row !== place?.row) drag.place?.row.removeAttribute('data-over')
    place?.row.setAttribute('data-over', place.isAfter ? 'after' : 'before')
    drag.place = place
  }
  const end = () => {
    mark(null)
    cancelAnimationFrame(frame)
    for (const row of rows()) row.removeAttribute('data-carried')
    drag?.box.removeAttribute('data-carrying')
    drag = null
  }
  const follow = () => {
    if (!drag?.isMoving) return
    if (scrolled(drag.box, drag.at)) mark(placeAt(rows(), drag.at))
    frame = requestAnimationFrame(follow)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const grip = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row-grip]') : null
      const row = grip?.closest<HTMLElement>('[data-row]')?.dataset['row']
      if (!grip || !row || event.button !== 0 || drag) return
      event.preventDefault()
      grip.setPointerCapture(event.pointerId)
      const { pointerId: pointer, clientY: at } = event
      drag = { box: event.currentTarget, pointer, from: at, rows: calls.rowsOf(row), isMoving: false, at, place: null }
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag?.pointer !== event.pointerId) return
      drag.at = event.clientY
      if (!drag.isMoving) {
        if (Math.abs(event.clientY - drag.from) < least) return
        drag.isMoving = true
        drag.box.setAttribute('data-carrying', '')
        for (const row of rows()) if (drag.rows.includes(row.dataset['row'] ?? '')) row.setAttribute('data-carried', '')
        frame = requestAnimationFrame(follow)
      }
      mark(placeAt(rows(), event.clientY))
    },
    onPointerUp: (event: PointerEvent) => {
      if (drag?.pointer !== event.pointerId) return
      const { isMoving, rows: carried, place } = drag
      const target = place?.row.dataset['row']
      end()
      if (isMoving && place && target && !carried.includes(target))
        calls.onPlace(carried, { row: target, isAfter: place.isAfter })
    },
    onPointerCancel: (event: PointerEvent) => {
      if (drag?.pointer === event.pointerId) end()
    },
  }
  return { handlers, end, isOn: () => drag !== null, tell: (now: RowDragCalls) => void (calls = now) }
}

/**
 * Rows that are carried by the grip of one of them, with the mouse, a pen or a finger. The target is marked in the page
 * (`data-over`), so that a move draws nothing again. At an edge the sheet scrolls, or the page where the sheet has no
 * scrolling of its own. Escape puts the rows back. Returns the handlers of the element around the rows.
 */
export function useRowDrag(calls: RowDragCalls) {
  const [{ handlers, end, isOn, tell }] = useState(rowDrag)
  useEffect(() => tell(calls))
  useEffect(() => {
    const back = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOn()) return
      event.preventDefault()
      event.stopPropagation()
      end()
    }
    window.addEventListener('keydown', back, { capture: true })
    return () => {
      window.removeEventListener('keydown', back, { capture: true })
      end()
    }
  }, [end, isOn])
  return handlers
}
