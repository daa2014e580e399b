import type { PlacedTask } from '../api/open-task-places.query'

type Location = NonNullable<PlacedTask['location']>
export type Place = { location: Location; tasks: PlacedTask[] }
/** A place on the map, in the map's own units. */
export type Pin = { place: Place; x: number; y: number }

export type Coordinates = { lat: number; lng: number }

/** Tasks gathered by their location, the busiest first. A task whose location may not be seen has no place. */
export function gatherByPlace(tasks: readonly PlacedTask[]): Place[] {
  const places = new Map<string, Place>()
  for (const task of tasks) {
    if (task.location === null) continue
    const place = places.get(task.location.id) ?? { location: task.location, tasks: [] }
    place.tasks.push(task)
    places.set(task.location.id, place)
  }
  return [...places.values()].toSorted(
    (a, b) => b.tasks.length - a.tasks.length || a.location.label.localeCompare(b.location.label),
  )
}

export function coordinatesOf({ lat, lng }: Pick<Location, 'lat' | 'lng'>): Coordinates | null {
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null
  return { lat, lng }
}

/** Opens by lat,lng (spec 2 §7). */
export const mapLink = ({ lat, lng }: Coordinates): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${lat},${lng}`)}`

/**
 * Places on a plane of `width` × `height` with `margin` around them: north is up, and a kilometre is as long eastwards
 * as northwards in the middle of the map. One place alone stands in the middle.
 */
export function pinPlaces(places: readonly Place[], width: number, height: number, margin: number): Pin[] {
  const known = places.flatMap((place) => {
    const at = coordinatesOf(place.location)
    return at ? [{ place, ...at }] : []
  })
  const [south, north] = [Math.min(...known.map(({ lat }) => lat)), Math.max(...known.map(({ lat }) => lat))]
  const [west, east] = [Math.min(...known.map(({ lng }) => lng)), Math.max(...known.map(({ lng }) => lng))]
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const across = (east - west) * narrowing
  const scale = Math.min(
    across > 0 ? (width - 2 * margin) / across : Infinity,
    north > south ? (height - 2 * margin) / (north - south) : Infinity,
  )
  const unit = Number.isFinite(scale) ? scale : 0
  return known.map(({ place, lat, lng }) => ({
    place,
    x: width / 2 + (lng - (west + east) / 2) * narrowing * unit,
    y: height / 2 - (lat - (south + north) / 2) * unit,
  }))
}
