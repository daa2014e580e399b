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
  /** What is lifted, in the sentence on how: `card`. */
  one: string
  /** What the arrows do, as a sentence. */
  arrows: string
  /** Where the arrows put what is lifted. */
  byArrow: KeyboardCoordinateGetter
  /** What is lifted, and where it is over, in words. */
  nameOf: (id: unknown) => string
  placeOf: (id: unknown) => string
  /** What it is over; by the pointer, with the keyboard what it covers most, unless given. */
  collision?: CollisionDetection
  /** Null when it is put down or put back. */
  onLift: (id: unknown) => void
  onDrop: (id: unknown, place: unknown) => void
  children: ReactNode
}

const underPointer: CollisionDetection = (found) =>
  found.pointerCoordinates ? pointerWithin(found) : rectIntersection(found)

/** What is held at an edge moves the view on slowly: the place that it is over can still be read. */
const atTheEdge = { acceleration: 3, interval: 10, threshold: { x: 0.08, y: 0.08 } }

/**
 * A place in which something is lifted and dropped: by mouse after 6 px, so that a click stays a click, by touch after
 * 200 ms, so that a finger scrolls, and by keyboard, each step said aloud.
 */
export function DragPlace(props: DragPlaceProps) {
  const { one, arrows, byArrow, nameOf, placeOf, collision = underPointer, onLift, onDrop, children } = props
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: byArrow }),
  )
  const back = (id: unknown) => `${nameOf(id)} is put back.`
  return (
    <DndContext
      sensors={sensors}
      autoScroll={atTheEdge}
      collisionDetection={collision}
      onDragStart={({ active }) => onLift(active.id)}
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
