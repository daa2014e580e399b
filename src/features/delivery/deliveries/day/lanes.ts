import { isInFeet, runText } from '@/shared/domain/text/length'
import { isLateDelivery } from '@/shared/domain/time/late-delivery'
import type { Drop, Van } from '../api/day.query'
import type { Move } from '../api/route.mutation'

/** The fields of a drop that a lane needs. */
export type Stop = Pick<
  Drop,
  | 'id'
  | 'delivery_number'
  | 'status'
  | 'method'
  | 'scheduled_at'
  | 'scheduled_has_time'
  | 'slot_minutes'
  | 'van_id'
  | 'route_seq'
  | 'crew'
  | 'weight_kg'
  | 'items'
>

export type Lane<Row extends Stop = Drop> = { van: Van; crew: readonly string[]; stops: Row[] }

const usualSlot = 30

/** When a drop is planned. */
export type Window = Pick<Stop, 'scheduled_at' | 'scheduled_has_time' | 'slot_minutes'>

export const startOf = ({ scheduled_at }: Window): number => (scheduled_at === null ? NaN : Date.parse(scheduled_at))
/** The end of the window in ms; half an hour where nobody said how long. */
export const endOf = (stop: Window): number => startOf(stop) + (stop.slot_minutes ?? usualSlot) * 60_000

/** True when a time of the day was planned, and not only the day. */
export const hasTime = ({
  scheduled_at,
  scheduled_has_time,
}: Pick<Stop, 'scheduled_at' | 'scheduled_has_time'>): boolean => scheduled_at !== null && scheduled_has_time

/** Said in the place of a time. */
export const noTime = 'No time yet'

/** True where the windows of two drops with a time share some of it. */
const overlap = (one: Window, other: Window): boolean =>
  hasTime(one) && hasTime(other) && startOf(one) < endOf(other) && startOf(other) < endOf(one)

/** What of a day a window overlaps with, in words: `Overlaps with DN-1, which ends at 09:45`. */
export const overlapsOf = (stop: Window, others: readonly Stop[], clock: Words['clock']): string[] =>
  others
    .filter((other) => overlap(stop, other) && !isLateDelivery(other, Date.now()))
    .map((other) =>
      startOf(stop) < startOf(other)
        ? `Overlaps with ${other.delivery_number}, which begins at ${clock(startOf(other))}`
        : `Overlaps with ${other.delivery_number}, which ends at ${clock(endOf(other))}`,
    )

/** The end of the drop of a day that ends last, in ms; null where none has a time. */
export function lastEndOf(stops: readonly Stop[]): number | null {
  const ends = stops.filter(hasTime).map(endOf)
  return ends.length === 0 ? null : Math.max(...ends)
}

const dayBefore = (stop: Stop): string => (isLateDelivery(stop, Date.now()) ? (stop.scheduled_at ?? '') : '9')

/** Drops in their van's order: unfinished ones of past days first, then by place, then by time. */
export const inOrder = <Row extends Stop>(stops: readonly Row[]): Row[] =>
  stops.toSorted(
    (a, b) =>
      dayBefore(a).localeCompare(dayBefore(b)) ||
      (a.route_seq ?? Infinity) - (b.route_seq ?? Infinity) ||
      startOf(a) - startOf(b) ||
      (a.id < b.id ? -1 : 1),
  )

/** The vans of a day with their drops: all that are in use, and those out of use that have drops. */
export function lanesOf<Row extends Stop>(
  vans: readonly Van[],
  crews: readonly { van_id: string; crew: string[] }[],
  stops: readonly Row[],
): Lane<Row>[] {
  return vans.flatMap((van) => {
    const own = inOrder(stops.filter(({ van_id }) => van_id === van.id))
    if (!van.is_active && own.length === 0) return []
    return [{ van, crew: crews.find(({ van_id }) => van_id === van.id)?.crew ?? [], stops: own }]
  })
}

/** The longest side of a delivery's items, in mm; null without any size. */
export function longestOf({ items }: Pick<Stop, 'items'>): number | null {
  const sides = items.flatMap(({ item }) => [item?.width_mm, item?.height_mm]).map((side) => Number(side ?? 0))
  const longest = Math.max(0, ...sides)
  return longest > 0 ? longest : null
}

/** `5.4 m`, `0.84 m`, `17.72 ft` */
export const metresText = (mm: number): string =>
  isInFeet() ? runText(mm / 1000) : `${Number((mm / 1000).toFixed(2))} m`
export const kilosText = (kg: number): string => `${Number(kg.toFixed(1))} kg`

/** The total weight of a lane's drops, in kg. A drop without a weight counts as zero. */
export const weightOf = (stops: readonly Stop[]): number =>
  Math.round(stops.reduce((sum, { weight_kg }) => sum + (weight_kg ?? 0) * 10, 0)) / 10

/** What the day plan and the driver's list say of a drop whose time is before that of the drop above it; null otherwise. */
export const earlierThanAbove = (stop: Stop, above: Stop | undefined): string | null =>
  above &&
  isOpen(stop) &&
  hasTime(stop) &&
  hasTime(above) &&
  !isLateDelivery(above, Date.now()) &&
  startOf(stop) < startOf(above)
    ? `Its time is before ${above.delivery_number} above it`
    : null

type Words = { clock: (at: number) => string; person: (id: string) => string }

/** The conflicts of a day: by van, and by drop. */
export type Conflicts = { ofVan: ReadonlyMap<string, string[]>; ofStop: ReadonlyMap<string, string[]> }

/**
 * The conflicts of a plan: windows that overlap or end before they start, too heavy, too long, one person in two vans.
 */
export function conflictsOf(lanes: readonly Lane<Stop>[], { clock, person }: Words): Conflicts {
  const ofVan = new Map<string, string[]>()
  const ofStop = new Map<string, string[]>()
  const say = (to: Map<string, string[]>, id: string, words: string) => to.set(id, [...(to.get(id) ?? []), words])

  for (const { van, crew, stops } of lanes) {
    for (const [index, stop] of stops.entries()) {
      const early = earlierThanAbove(stop, stops[index - 1])
      if (early !== null) say(ofStop, stop.id, early)
      if (isOpen(stop)) for (const said of overlapsOf(stop, stops.slice(0, index), clock)) say(ofStop, stop.id, said)
      const longest = longestOf(stop)
      if (longest !== null && van.load_length_mm !== null && longest > van.load_length_mm)
        say(ofStop, stop.id, `${metresText(longest)} long: ${van.name} takes ${metresText(van.load_length_mm)}`)
    }
    const weight = weightOf(stops)
    if (van.capacity_kg !== null && weight > van.capacity_kg)
      say(ofVan, van.id, `${kilosText(weight)} is too much: it takes ${kilosText(van.capacity_kg)}`)
    for (const id of crew) {
      const elsewhere = lanes.find((other) => other.van.id !== van.id && other.crew.includes(id))
      if (elsewhere && stops.length > 0 && elsewhere.stops.length > 0)
        say(ofVan, van.id, `${person(id)} is also with ${elsewhere.van.name}`)
    }
    if (crew.length === 0 && stops.some(isOpen)) say(ofVan, van.id, 'No crew yet')
  }
  return { ofVan, ofStop }
}

const isOpen = ({ status }: Stop): boolean => status !== 'delivered'

/** The drops after a move, before the database has confirmed it. */
export function afterMove<Row extends Stop>(rows: readonly Row[], { id, vanId, before }: Move): Row[] {
  const moved = rows.find((row) => row.id === id)
  if (!moved) return [...rows]
  const lane = inOrder(rows.filter((row) => row.van_id === vanId && row.id !== id))
  const place = lane.findIndex((row) => row.id === before)
  lane.splice(place < 0 ? lane.length : place, 0, { ...moved, van_id: vanId })
  const placeOf = new Map(lane.map((row, index) => [row.id, index + 1]))
  return rows.map((row) => {
    const seq = placeOf.get(row.id)
    if (seq === undefined) return row
    return { ...row, van_id: vanId, route_seq: vanId === null ? null : seq }
  })
}

/** The reason why a delivery cannot go into a van; null when it can. The database applies the same rule. */
export function whyNotMove({ status, method, delivery_number }: Stop, isElsewhere: boolean): string | null {
  if (status === 'delivered' || status === 'cancelled') return `${delivery_number} is ${status} already`
  if (status === 'out' && isElsewhere) return `${delivery_number} is on the road. Set it back to ready first.`
  if (method !== 'delivery' && method !== 'installation') return `${delivery_number} goes without a van`
  return null
}
