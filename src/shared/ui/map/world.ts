import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import coarseUrl from 'world-atlas/countries-50m.json?url'
import fineUrl from 'world-atlas/countries-10m.json?url'

type LatLng = [lat: number, lng: number]
/** One polygon of a country with its bounding box in degrees; `label` only on the country's largest one. */
export type Land = {
  rings: LatLng[][]
  south: number
  west: number
  north: number
  east: number
  label: { name: string; at: LatLng } | null
}
export type Box = Pick<Land, 'south' | 'west' | 'north' | 'east'>

/** From this zoom on the fine coasts are drawn, to about 300 metres. */
export const fineFrom = 6

const loaded = new Map<string, Promise<readonly Land[]>>()

/** Coasts and borders of the whole world (Natural Earth, public domain). Each degree of detail is loaded once. */
export function worldAt(zoom: number): Promise<readonly Land[]> {
  const url = zoom >= fineFrom ? fineUrl : coarseUrl
  const known = loaded.get(url)
  if (known) return known
  const loading = load(url)
  loaded.set(url, loading)
  // The next map tries again.
  loading.catch(() => loaded.delete(url))
  return loading
}

async function load(url: string): Promise<readonly Land[]> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The coasts could not be read: ${response.status}`)
  return landsOf((await response.json()) as Countries)
}

type Countries = Topology<{ countries: GeometryCollection<{ name: string }> }>

/** Every polygon of every country. */
export function landsOf(world: Countries): readonly Land[] {
  return feature(world, world.objects.countries).features.flatMap(({ geometry, properties: { name } }) => {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : []
    const lands = polygons.map((polygon) => landOf(polygon.map((ring) => ring.map(latLng))))
    const largest = lands.toSorted((one, other) => areaOf(other) - areaOf(one))[0]
    return lands.map((land) =>
      land === largest ? { ...land, label: { name, at: centreOf(land.rings[0] ?? []) } } : land,
    )
  })
}

const latLng = ([lng = 0, lat = 0]: number[]): LatLng => [lat, lng]

function landOf(rings: LatLng[][]): Land {
  const box = { south: 90, west: 180, north: -90, east: -180 }
  for (const [lat, lng] of rings[0] ?? []) {
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
    box.west = Math.min(box.west, lng)
    box.east = Math.max(box.east, lng)
  }
  return { rings, ...box, label: null }
}

const areaOf = ({ south, west, north, east }: Box) => (north - south) * (east - west)

/** The centre of mass of a ring. */
function centreOf(ring: readonly LatLng[]): LatLng {
  let [twiceArea, lat, lng] = [0, 0, 0]
  for (const [index, [y, x]] of ring.entries()) {
    const [nextY, nextX] = ring[(index + 1) % ring.length] ?? [y, x]
    const cross = x * nextY - nextX * y
    twiceArea += cross
    lat += (y + nextY) * cross
    lng += (x + nextX) * cross
  }
  return twiceArea === 0 ? (ring[0] ?? [0, 0]) : [lat / (3 * twiceArea), lng / (3 * twiceArea)]
}

/** The visible polygons larger than a pixel. `degreesPerPixel`: of longitude. */
export const landsIn = (lands: readonly Land[], seen: Box, degreesPerPixel: number): readonly Land[] =>
  lands.filter(
    (land) =>
      land.south <= seen.north &&
      land.north >= seen.south &&
      land.west <= seen.east &&
      land.east >= seen.west &&
      Math.max(land.east - land.west, land.north - land.south) > degreesPerPixel,
  )
