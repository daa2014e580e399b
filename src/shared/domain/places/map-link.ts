import { type Coordinates, isPoint, rounded } from './coordinates'

/** The result of reading a pasted text: a point, with the link's name for it, or the problem as a sentence. */
export type ReadPlace = { kind: 'point'; at: Coordinates; name: string | null } | { kind: 'problem'; words: string }

const problem = (words: string): ReadPlace => ({ kind: 'problem', words })
const notRead = 'No coordinates in this. Paste “51.4779, -0.0015” or a Google Maps link.'

/**
 * Reads coordinates or a map link: decimal degrees, degrees with minutes and seconds, `geo:` addresses, and links of
 * Google Maps, OpenStreetMap, Apple Maps and Waze. Of several points in a link the place counts before the view, and
 * the end of a route before its start. It never throws.
 */
export function readPlace(typed: string): ReadPlace {
  const text = typed.slice(0, 4000).replace(/\s+/g, ' ').trim()
  if (text === '') return problem('Paste coordinates or a Google Maps link')
  const address = /(?:https?:\/\/|geo:|www\.)\S+/i.exec(text)?.[0]
  if (address !== undefined) return readLink(address)
  const found = readDegrees(text)
  return found ? checked(found, null) : problem(notRead)
}

const checked = (at: Coordinates, name: string | null): ReadPlace =>
  isPoint(at)
    ? { kind: 'point', at: rounded(at), name }
    : problem('There is no such point: latitude goes to 90, longitude to 180')

function readLink(address: string): ReadPlace {
  const link = decoded(address)
  const shown = numbersIn(link, /@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/g).at(-1)
  const marked =
    numbersIn(link, /!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)/g).at(-1) ??
    turned(numbersIn(link, /!1d(-?\d+(?:\.\d+)?)!2d(-?\d+(?:\.\d+)?)(?![\d.]|!3d)/g).at(-1)) ??
    turned(numbersIn(link, /!2d(-?\d+(?:\.\d+)?)!3d(-?\d+(?:\.\d+)?)/g).at(-1))
  const found = marked ?? namedPoint(link) ?? pathPoint(link) ?? shown ?? hashPoint(link) ?? geoPoint(link)
  if (found) return checked(found, placeName(link))
  return /goo\.gl|maps\.app/i.test(link)
    ? problem('A short link holds no coordinates. Open it, then paste the long address from the browser')
    : problem(notRead)
}

const parameters = [
  'destination',
  'daddr',
  'query',
  'q',
  'll',
  'coordinate',
  'cbll',
  'viewpoint',
  'to',
  'center',
  'sll',
]

/** `?q=35.9,14.5`, `&query=…`, `&ll=…`; OpenStreetMap's `mlat` and `mlon`. */
function namedPoint(link: string): Coordinates | null {
  const search = new URLSearchParams(link.split('?').slice(1).join('?').split('#')[0])
  const [lat, lng] = [search.get('mlat'), search.get('mlon')]
  if (lat !== null && lng !== null) return readDegrees(`${lat}, ${lng}`)
  for (const name of parameters) {
    const value = search
      .get(name)
      ?.replace(/^(?:loc:|ll\.)/, '')
      .replace(/\(.*$/, '')
    const found = value ? readDegrees(value) : null
    if (found) return found
  }
  return null
}

/** `/maps/search/35.9,14.5`, `/maps/place/35°54'…`, `/maps/dir/…/35.9,14.5/`: the last point is the destination. */
function pathPoint(link: string): Coordinates | null {
  const steps = (link.split(/[?#]/)[0] ?? '').split('/')
  return (
    steps.flatMap((step) => (step.startsWith('@') ? [] : (readDegrees(step.replaceAll('+', ' ')) ?? []))).at(-1) ?? null
  )
}

/** `#map=17/35.9/14.5` */
const hashPoint = (link: string) => numbersIn(link, /#map=[\d.]+\/(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)/g).at(-1) ?? null

/** `geo:35.9,14.5` */
const geoPoint = (link: string) => numbersIn(link, /^geo:(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/gi).at(-1) ?? null

/** The name in `/maps/place/…/`; null when it only repeats the coordinates. */
function placeName(link: string): string | null {
  const name = /\/maps\/place\/([^/@?#]+)/i.exec(link)?.[1]?.replaceAll('+', ' ').trim()
  return name && !readDegrees(name) ? name.slice(0, 200) : null
}

const numbersIn = (text: string, pattern: RegExp): Coordinates[] =>
  [...text.matchAll(pattern)].map(([, lat, lng]) => ({ lat: Number(lat), lng: Number(lng) }))

/** Routes and embedded maps write the longitude first. */
const turned = (at: Coordinates | undefined): Coordinates | undefined => at && { lat: at.lng, lng: at.lat }

/** Percent signs without a valid code stay unchanged. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const plain = /^\(?\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*\)?$/
const withCommas = /^\(?\s*([+-]?\d{1,3},\d+)\s*(?:;|,\s|\s)\s*([+-]?\d{1,3},\d+)\s*\)?$/

/** Two numbers, latitude first, or two angles with their letters in either order. */
function readDegrees(text: string): Coordinates | null {
  if (text.length > 100) return null
  const [, lat, lng] = plain.exec(text) ?? withCommas.exec(text) ?? []
  if (lat !== undefined && lng !== undefined) {
    return { lat: Number(lat.replace(',', '.')), lng: Number(lng.replace(',', '.')) }
  }
  return readAngles(text)
}

const number = String.raw`\d{1,3}(?:[.,]\d+)?`
const size = String.raw`(${number})\s?[°º]?\s?(?:(${number})\s?['’′]?\s?)?(?:(${number})\s?(?:["”″]|''|′′)?\s?)?`
const letter = '([NSEW])'
const lettersFirst = new RegExp(String.raw`^\(?\s?${letter}\s?${size}\s?[,;]?\s?${letter}\s?${size}\)?$`, 'i')
const lettersLast = new RegExp(String.raw`^\(?\s?${size}${letter}\s?[,;]?\s?${size}${letter}\s?\)?$`, 'i')

/** `51°28'40.4"N 0°00'05.4"W`, `N 51.4779 W 0.0015`: each angle has its letter, before or behind. */
function readAngles(text: string): Coordinates | null {
  const [, a, b, c, d, e, f, g, h] = lettersFirst.exec(text) ?? []
  const [, i, j, k, l, m, n, o, p] = lettersLast.exec(text) ?? []
  const first = degrees(a ?? l, [b ?? i, c ?? j, d ?? k])
  const second = degrees(e ?? p, [f ?? m, g ?? n, h ?? o])
  if (!first || !second || first.isNorth === second.isNorth) return null
  return first.isNorth ? { lat: first.value, lng: second.value } : { lat: second.value, lng: first.value }
}

function degrees(direction: string | undefined, parts: (string | undefined)[]) {
  if (direction === undefined) return null
  const [whole = 0, minutes = 0, seconds = 0] = parts.map((part) => Number((part ?? '0').replace(',', '.')))
  if (minutes >= 60 || seconds >= 60) return null
  const size = whole + minutes / 60 + seconds / 3600
  return { isNorth: /[NS]/i.test(direction), value: /[SW]/i.test(direction) ? -size : size }
}
