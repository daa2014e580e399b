import { localities } from '@/shared/domain/places/malta'
import type { Size, Spot } from './clusters'
import type { Land } from './world'

export type Label = Spot & { text: string; rank: 0 | 1 | 2 | 3 }
type Candidate = { text: string; at: { lat: number; lng: number }; rank: Label['rank'] }

const [letter, line] = [6.4, 15]
/** Vertical offsets of a name: at its place, or a little below or above when a pin is in the way. */
const beside = [0, 10, -12, 24]
/** From this zoom on towns of that rank are named; countries are named up to the zoom where towns begin. */
const townsFrom = { 1: 10, 2: 11, 3: 12 }
const countriesUpTo = 8

/**
 * Names of countries at low zoom and of towns at high zoom, the important ones first. Names do not overlap each other or a
 * mark.
 */
export function labelsOf(
  lands: readonly Land[],
  zoom: number,
  size: Size,
  spotOf: (at: { lat: number; lng: number }) => Spot,
  marks: readonly Spot[],
): Label[] {
  const candidates: Candidate[] =
    zoom <= countriesUpTo
      ? lands
          .flatMap(({ label, west, east }) => (label ? [{ ...label, width: east - west }] : []))
          .toSorted((one, other) => other.width - one.width)
          .map(({ name, at: [lat, lng] }) => ({ text: name, at: { lat, lng }, rank: 0 }))
      : localities
          .filter(({ rank }) => zoom >= townsFrom[rank])
          .toSorted((one, other) => one.rank - other.rank)
          .map(({ name, rank, ...at }) => ({ text: name, at, rank }))
  const taken: { x: number; y: number; half: number }[] = []
  const isFree = (x: number, y: number, half: number) =>
    taken.every((other) => Math.abs(other.x - x) >= other.half + half || Math.abs(other.y - y) >= line) &&
    marks.every((mark) => Math.abs(mark.x - x) >= 16 + half || y <= mark.y - 34 || y >= mark.y + 16)
  return candidates.flatMap(({ text, at, rank }): Label[] => {
    const { x, y } = spotOf(at)
    const half = (text.length * letter) / 2 + 4
    if (x < -half || y < 0 || x > size.width + half || y > size.height) return []
    const free = beside.map((down) => y + down).find((each) => isFree(x, each, half))
    if (free === undefined) return []
    taken.push({ x, y: free, half })
    return [{ text, rank, x, y: free }]
  })
}
