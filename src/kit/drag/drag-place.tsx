import {
  type CollisionDetection,
  DndContext,
  KeyboardSensor,
  type KeyboardCoordinateGetter,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { ReactNode } from 'react'

type DragPlaceProps = {
  /** The noun of the dragged thing in the instructions: `card`. */
  one: string
  /** The effect of the arrow keys, as a sentence. */
  arrows: string
  /** The target of each arrow key. */
  byArrow: KeyboardCoordinateGetter
  /** The name of a dragged thing or of a drop target. */
  nameOf: (id: unknown) => string
  placeOf: (id: unknown) => string
  /** The dragged things open by Enter: Space alone lifts them. */
  isOpenedByEnter?: boolean
  /** How the drop target is found. By default: the pointer's place, and with the keyboard the largest overlap. */
  collision?: CollisionDetection
  /** Null when it is put down or put back. */
  onLift: (id: unknown) => void
  onDrop: (id: unknown, place: unknown) => void
  /** The place that it is held over; null over none. */
  onOver?: (id: unknown, place: unknown) => void
  children: ReactNode
}

const underPointer: CollisionDetection = (found) =>
  found.pointerCoordinates ? pointerWithin(found) : rectIntersection(found)

const spaceLifts = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] }

/** Scrolls slowly while a thing is held at an edge, so that the drop targets stay readable. */
const atTheEdge = { acceleration: 3, interval: 10, threshold: { x: 0.08, y: 0.08 } }

/**
 * A place in which something is lifted and dropped: by mouse after 6 px, so that a click stays a click, by touch after
 * 200 ms, so that a finger scrolls, and by keyboard, each step said aloud.
 */
export function DragPlace(props: DragPlaceProps) {
  const { one, arrows, byArrow, nameOf, placeOf, collision = underPointer, onLift, onDrop, onOver, children } = props
  const keys = props.isOpenedByEnter ? { keyboardCodes: spaceLifts } : {}
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: byArrow, ...keys }),
  )
  const back = (id: unknown) => `${nameOf(id)} is put back.`
  return (
    <DndContext
      sensors={sensors}
      autoScroll={atTheEdge}
      collisionDetection={collision}
      onDragStart={({ active }) => onLift(active.id)}
      onDragOver={({ active, over }) => onOver?.(active.id, over?.id ?? null)}
      onDragCancel={() => onLift(null)}
      onDragEnd={({ active, over }) => {
        onLift(null)
        if (over) onDrop(active.id, over.id)
      }}
      accessibility={{
        screenReaderInstructions: {
          draggable: `Press Space to lift the ${one}. ${arrows} Space drops it there, Escape puts it back.`,
        },
        announcements: {
          onDragStart: ({ active }) => `${nameOf(active.id)} is lifted.`,
          onDragOver: ({ active, over }) =>
            over ? `${nameOf(active.id)}: ${placeOf(over.id)}.` : `${nameOf(active.id)} is over no place.`,
          onDragEnd: ({ active, over }) =>
            over ? `${nameOf(active.id)} is dropped: ${placeOf(over.id)}.` : back(active.id),
          onDragCancel: ({ active }) => back(active.id),
        },
      }}
    >
      {children}
    </DndContext>
  )
}
