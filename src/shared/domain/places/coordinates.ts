import { countText } from '../text/formats'
import { decimalText } from '../money/money'

/** A point on the earth: degrees north and degrees east, WGS 84. */
export type Coordinates = { lat: number; lng: number }

/** The point; null when a coordinate is missing or invalid. */
export function coordinatesOf({ lat, lng }: { lat: number | null; lng: number | null }): Coordinates | null {
  if (lat === null || lng === null) return null
  return isPoint({ lat, lng }) ? { lat, lng } : null
}

export const isPoint = ({ lat, lng }: Coordinates): boolean =>
  Number.isFinite(lat) && Number.isFinite(lng) && Math.abs(lat) <= 90 && Math.abs(lng) <= 180

/** As text, to about a metre: `51.47790, -0.00150`. */
export const coordinatesText = ({ lat, lng }: Coordinates): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

/** Six decimals are a hand's breadth: more are noise of a mouse. */
export const rounded = ({ lat, lng }: Coordinates): Coordinates => ({
  lat: Math.round(lat * 1e6) / 1e6,
  lng: Math.round(lng * 1e6) / 1e6,
})

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in metres; agrees with `private.metres_between` in the database. */
export function metresBetween(a: Coordinates, b: Coordinates): number {
  const chord =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** `40 m`, `1.2 km`, `350 km`. */
export function distanceText(metres: number): string {
  if (metres < 995) return `${Math.round(metres / 10) * 10 || Math.round(metres)} m`
  return metres < 9_950 ? `${decimalText((metres / 1000).toFixed(1))} km` : `${countText(Math.round(metres / 1000))} km`
}

const pair = ({ lat, lng }: Coordinates) => encodeURIComponent(`${lat},${lng}`)

/** Opens by lat,lng (spec 2 §7). */
export const mapLink = (at: Coordinates): string => `https://www.google.com/maps/search/?api=1&query=${pair(at)}`

/** The way there from wherever the phone is. */
export const routeLink = (at: Coordinates): string => `https://www.google.com/maps/dir/?api=1&destination=${pair(at)}`

export const wazeLink = (at: Coordinates): string => `https://waze.com/ul?ll=${pair(at)}&navigate=yes`
