import type { Coordinates } from '@/shared/domain/coordinates'

/** What part of the world a map shows: the middle on the unit square of Mercator, and the width of the world in pixels. */
export type MapView = { x: number; y: number; scale: number }
export type Size = { width: number; height: number }
export type Spot = { x: number; y: number }

/** The world in 256 pixels is zoom 0: 8 is an archipelago, 21 a doorstep. */
const scaleOfZoom = (zoom: number) => 256 * 2 ** zoom
const [smallest, largest] = [scaleOfZoom(2), scaleOfZoom(20)]
/** Mercator ends here; beyond are the poles. */
const mostNorth = 85.05

/** Where a point lies on the unit square: x from the date line eastwards, y from the north down. */
export function project({ lat, lng }: Coordinates): Spot {
  const sine = Math.sin((Math.max(-mostNorth, Math.min(mostNorth, lat)) * Math.PI) / 180)
  return { x: lng / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

function unproject({ x, y }: Spot): Coordinates {
  return { lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, lng: (x - 0.5) * 360 }
}

export function toScreen(view: MapView, { width, height }: Size, at: Coordinates): Spot {
  const { x, y } = project(at)
  return { x: (x - view.x) * view.scale + width / 2, y: (y - view.y) * view.scale + height / 2 }
}

export function fromScreen(view: MapView, { width, height }: Size, { x, y }: Spot): Coordinates {
  return unproject({ x: view.x + (x - width / 2) / view.scale, y: view.y + (y - height / 2) / view.scale })
}

/** The view that holds all points with `margin` pixels around them; one point alone is shown with its neighbourhood. */
export function fitting(points: readonly Coordinates[], { width, height }: Size, margin: number): MapView | null {
  if (points.length === 0) return null
  const spots = points.map(project)
  const [west, east] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))]
  const [north, south] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))]
  const room = (length: number) => Math.max(32, length - 2 * margin)
  const scale = Math.min(
    room(width) / Math.max(east - west, 1e-12),
    room(height) / Math.max(south - north, 1e-12),
    neighbourhood,
  )
  return { x: (west + east) / 2, y: (north + south) / 2, scale: within(scale) }
}

/** So close that a part of a town fills the map. */
export const neighbourhood = scaleOfZoom(14)

const within = (scale: number) => Math.max(smallest, Math.min(largest, scale))

/** Nearer or farther, while what lies under `spot` stays under it. */
export function zoomed(view: MapView, { width, height }: Size, spot: Spot, factor: number): MapView {
  const scale = within(view.scale * factor)
  const pull = (offset: number) => offset / view.scale - offset / scale
  return { x: view.x + pull(spot.x - width / 2), y: view.y + pull(spot.y - height / 2), scale }
}

/** The paper is pulled by so many pixels; it never leaves the world. */
export function pulled(view: MapView, by: Spot): MapView {
  const inside = (value: number) => Math.max(0, Math.min(1, value))
  return { ...view, x: inside(view.x - by.x / view.scale), y: inside(view.y - by.y / view.scale) }
}

/** How many metres a pixel in the middle stands for. */
export function metresPerPixel(view: MapView): number {
  const { lat } = unproject(view)
  return (40_075_016.7 * Math.cos((lat * Math.PI) / 180)) / view.scale
}

/** A round length for the scale bar that is at most `most` pixels long. */
export function scaleBar(view: MapView, most: number): { metres: number; pixels: number } {
  const perPixel = metresPerPixel(view)
  const power = 10 ** Math.floor(Math.log10(perPixel * most))
  const metres = [5, 2, 1].map((step) => step * power).find((length) => length <= perPixel * most) ?? power
  return { metres, pixels: metres / perPixel }
}
