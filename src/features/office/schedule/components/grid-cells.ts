import type { KeyboardCoordinateGetter } from '@dnd-kit/core'
import type { Target } from '../use-planning'

/** A cell of the week by its person and day, as the drag place names it. */
export const cellId = ({ user_id, day }: Target): string => `${user_id}|${day}`

export const targetOf = (id: unknown): Target => {
  const [user_id = '', day = ''] = String(id).split('|')
  return { user_id, day }
}

/** Arrow keys move a lifted shift by one cell: left and right by day, up and down by person. */
export const byCell: KeyboardCoordinateGetter = (event, { context: { droppableRects, collisionRect } }) => {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.code]
  if (!step || !collisionRect) return undefined
  event.preventDefault()
  const [dx = 0, dy = 0] = step
  const centre = { x: collisionRect.left + collisionRect.width / 2, y: collisionRect.top + 12 }
  const [next] = [...droppableRects.values()]
    .map((rect) => ({ rect, x: rect.left + rect.width / 2 - centre.x, y: rect.top + rect.height / 2 - centre.y }))
    .filter(({ rect, x }) =>
      dx === 0
        ? Math.abs(x) < rect.width / 2 && (dy > 0 ? rect.top > centre.y : rect.bottom < centre.y)
        : centre.y >= rect.top && centre.y < rect.bottom && x * dx > rect.width / 4,
    )
    .toSorted((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y))
  return next && { x: next.rect.left + (next.rect.width - collisionRect.width) / 2, y: next.rect.top + 4 }
}
