import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Coordinates } from '@/shared/domain/coordinates'
import {
  fitting,
  type MapView,
  neighbourhood,
  project,
  pulled,
  type Size,
  type Spot,
  toScreen,
  zoomed,
} from './map-view'

/** Nearer than this a press is a click, farther it pulls the paper. Pixels. */
const slip = 4
const margin = 48

type Held = { spots: Map<number, Spot>; start: Spot; hasMoved: boolean; pin: boolean }

/**
 * What a map shows: all points, until somebody moves it. `follow` is a point that must be in sight: when it changes
 * the map goes there, and close up where that is asked. Pointers pull and pinch; whatever `data-pin-handle` lies under is moved instead of the paper.
 */
export function useMapView(
  size: Size,
  points: readonly Coordinates[],
  follow: Coordinates | null,
  home: Coordinates[],
  isCloseUp: boolean,
) {
  const [moved, setMoved] = useState<MapView | null>(null)
  const [followed, setFollowed] = useState<Coordinates | null>(null)
  const all = points.length > 0 ? points : follow ? [follow] : home
  const whole = fitting(all, size, margin) ?? { x: 0.5, y: 0.5, scale: 1024 }
  const view = moved ?? whole

  if (follow?.lat !== followed?.lat || follow?.lng !== followed?.lng) {
    setFollowed(follow)
    if (follow && !isInSight(view, size, follow, isCloseUp ? neighbourhood / 4 : neighbourhood / 64)) {
      setMoved({ ...project(follow), scale: Math.max(view.scale, neighbourhood / 2) })
    }
  }

  return {
    view,
    isWhole: moved === null,
    showAll: () => setMoved(null),
    show: (points: readonly Coordinates[]) => setMoved(fitting(points, size, margin * 2)),
    zoom: (factor: number, spot: Spot = { x: size.width / 2, y: size.height / 2 }) =>
      setMoved((before) => zoomed(before ?? whole, size, spot, factor)),
    pull: (by: Spot) => setMoved((before) => pulled(before ?? whole, by)),
  }
}

/** In sight is what lies well inside, and not on a map that is too small for it. */
function isInSight(view: MapView, { width, height }: Size, at: Coordinates, least: number): boolean {
  const { x, y } = toScreen(view, { width, height }, at)
  return x > 24 && y > 40 && x < width - 24 && y < height - 24 && view.scale > least
}

type Gestures = {
  pull: (by: Spot) => void
  zoom: (factor: number, spot: Spot) => void
  onClick: ((spot: Spot) => void) | undefined
  onPinMove: ((spot: Spot) => void) | undefined
}

/** One finger or the mouse pulls, two pinch, a press without moving is a click. */
export function useGestures({ pull, zoom, onClick, onPinMove }: Gestures) {
  const held = useRef<Held | null>(null)
  const spotOf = (event: PointerEvent<SVGSVGElement>): Spot => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return
    const spot = spotOf(event)
    const spots = held.current?.spots ?? new Map<number, Spot>()
    spots.set(event.pointerId, spot)
    const target = event.target instanceof Element ? event.target : null
    const pin = onPinMove !== undefined && target?.closest('[data-pin-handle]') !== null
    if (spots.size === 1) held.current = { spots, start: spot, hasMoved: false, pin }
  }
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const hold = held.current
    const before = hold?.spots.get(event.pointerId)
    if (!hold || !before) return
    const spot = spotOf(event)
    if (!hold.hasMoved && Math.hypot(spot.x - hold.start.x, spot.y - hold.start.y) < slip) return
    if (!hold.hasMoved) event.currentTarget.setPointerCapture(event.pointerId)
    hold.hasMoved = true
    const other = [...hold.spots].find(([id]) => id !== event.pointerId)?.[1]
    hold.spots.set(event.pointerId, spot)
    if (hold.pin) onPinMove?.(spot)
    else if (other) {
      const distance = (a: Spot) => Math.hypot(a.x - other.x, a.y - other.y)
      zoom(distance(spot) / Math.max(1, distance(before)), { x: (spot.x + other.x) / 2, y: (spot.y + other.y) / 2 })
    } else pull({ x: spot.x - before.x, y: spot.y - before.y })
  }
  const onPointerUp = (event: PointerEvent<SVGSVGElement>) => {
    const hold = held.current
    if (!hold?.spots.delete(event.pointerId)) return
    const onMark = event.target instanceof Element && event.target.closest('[role=button]') !== null
    if (!hold.hasMoved && !onMark && event.type === 'pointerup') onClick?.(spotOf(event))
    if (hold.spots.size === 0) held.current = null
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}

/** The wheel scrolls the page; with Ctrl, or pinched on a touch pad, it zooms. A listener, because React's is passive. */
export function useWheelZoom(element: SVGSVGElement | null, zoom: (factor: number, spot: Spot) => void) {
  const latest = useRef(zoom)
  useEffect(() => {
    latest.current = zoom
  })
  useEffect(() => {
    if (!element) return undefined
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const box = element.getBoundingClientRect()
      const spot = { x: event.clientX - box.left, y: event.clientY - box.top }
      latest.current(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 100), spot)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [element])
}
