import { type CollisionDetection, closestCenter, type KeyboardCoordinateGetter, pointerWithin } from '@dnd-kit/core'

/** The lane of drops without a van. */
export const noVan = 'none'

/** A place is `lane VAN`, `end VAN` or `before VAN DROP`. */
export const laneOf = (target: string): string => target.split(' ')[1] ?? noVan

export const beforeOf = (target: string): string | null => target.split(' ')[2] ?? null

/** The drop under the pointer first, then the lane. By keyboard: the nearest place between drops. */
export const collision: CollisionDetection = (found) => {
  if (!found.pointerCoordinates) {
    const places = found.droppableContainers.filter(({ id }) => !String(id).startsWith('lane '))
    return closestCenter({ ...found, droppableContainers: places })
  }
  const under = pointerWithin(found)
  const place = under.find(({ id }) => !String(id).startsWith('lane '))
  return place ? [place] : under
}

/** Up and down go from drop to drop, left and right from lane to lane. */
export const byArrow: KeyboardCoordinateGetter = (event, { context: { droppableRects, collisionRect } }) => {
  const isSide = event.code === 'ArrowLeft' || event.code === 'ArrowRight'
  if (!collisionRect || !(isSide || event.code === 'ArrowUp' || event.code === 'ArrowDown')) return undefined
  event.preventDefault()
  const centre = (rect: { left: number; top: number; width: number; height: number }) => ({
    x: rect.left + rect.width / 2,
    y: rect.top + rect.height / 2,
  })
  const here = centre(collisionRect)
  const sign = event.code === 'ArrowRight' || event.code === 'ArrowDown' ? 1 : -1
  const places = [...droppableRects].filter(([id]) => !String(id).startsWith('lane ')).map(([, rect]) => centre(rect))
  const ahead = places.filter(({ x, y }) =>
    isSide ? (x - here.x) * sign > 40 : Math.abs(x - here.x) < 40 && (y - here.y) * sign > 4,
  )
  const cost = ({ x, y }: { x: number; y: number }) =>
    isSide ? Math.abs(x - here.x) * 4 + Math.abs(y - here.y) : Math.abs(y - here.y)
  const [next] = ahead.toSorted((a, b) => cost(a) - cost(b))
  return next && { x: next.x - collisionRect.width / 2, y: next.y - collisionRect.height / 2 }
}
