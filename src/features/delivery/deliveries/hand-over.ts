import { isPartCounted, isWork, sizeUnitOf } from '@/documents/units'
import { compared, exact, minus, written } from '@/shared/domain/money/decimal'
import { readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import { countedText } from '@/shared/domain/money/quantity-text'

/** One line of a delivery as the driver ticks it. Quantities are decimal text, but for `qty`: that is text as typed. */
export type Tick = {
  id: string
  description: string
  unit: string | null
  left: string
  /** Only whole pieces of it can be handed over. */
  isWhole: boolean
  isTaken: boolean
  /** Nobody carries hours: they are done with the goods, and nobody is asked for them at the door. */
  isCarried: boolean
  qty: string
  /** The ordered quantity of the line; null when it is unknown. */
  ordered: string | null
  before: string | null
}

type Item = {
  id: string
  qty: string
  qty_delivered: string
  item:
    | (Parameters<typeof isPartCounted>[0] & {
        description: string
        unit: string | null
        qty?: string
        qty_delivered?: string
      })
    | null
}

/** The quantities left to hand over, all ticked. */
export const ticksOf = (items: readonly Item[]): Tick[] =>
  items.flatMap(({ id, qty, qty_delivered, item }) => {
    const left = written(minus(exact(qty), exact(qty_delivered)))
    if (compared(exact(left), exact('0')) <= 0) return []
    return [
      {
        id,
        description: item?.description ?? 'Item',
        unit: item?.unit ?? null,
        left,
        isWhole: item !== null && isPartCounted(item, left),
        isTaken: true,
        isCarried: !isWork(item?.unit ?? null),
        qty: shortDecimalText(left),
        ordered: item?.qty ?? null,
        before: item?.qty_delivered ?? null,
      },
    ]
  })

/** A quantity with the unit of its line; pieces where the price is by size. */
export const withUnit = (qty: string, unit: string | null): string => countedText(qty, sizeUnitOf(unit) ? null : unit)

/** `Ordered 1,250 · before 4 · now 6 · still to come 1,240`; null where the order line is not known. */
export function progressOf({ ordered, before, isTaken, qty, unit }: Tick): string | null {
  if (ordered === null || before === null) return null
  const read = isTaken ? readDecimal(qty, { places: 4 }) : { value: '0' }
  const now = 'value' in read ? read.value : '0'
  const rest = minus(minus(exact(ordered), exact(before)), exact(now))
  return [
    `Ordered ${withUnit(ordered, unit)}`,
    `before ${shortDecimalText(before)}`,
    `now ${shortDecimalText(now)}`,
    `still to come ${compared(rest, exact('0')) < 0 ? '0' : shortDecimalText(written(rest))}`,
  ].join(' · ')
}

/** Why a typed quantity cannot be handed over, in words; null when it can. */
export function quantityProblem({ isTaken, isWhole, qty, left }: Tick): string | null {
  if (!isTaken) return null
  const read = readDecimal(qty, { places: 4, least: '0', most: left, isWhole })
  const most = shortDecimalText(left)
  if ('problem' in read)
    return read.problem === `At most ${most}` ? `Only ${most} are left on this delivery` : read.problem
  return compared(exact(read.value), exact('0')) > 0 ? null : 'Please enter how many, or take the tick away'
}

/** The lines that are ticked at the door: what is carried; all, where nothing of the delivery is. */
export const atDoorOf = (ticks: readonly Tick[]): readonly Tick[] => {
  const carried = ticks.filter(({ isCarried }) => isCarried)
  return carried.length > 0 ? carried : ticks
}

/** `Artwork, 2.5 hours`: what is done with a hand-over and not carried; null without it. */
export function doneWithIt(ticks: readonly Tick[]): string | null {
  const asked = atDoorOf(ticks)
  const done = ticks.filter((tick) => !asked.includes(tick))
  return done.length === 0
    ? null
    : done.map(({ description, left, unit }) => `${description}, ${countedText(left, unit)}`).join(' · ')
}

/** The ticked lines with their quantities, to be sent. */
export const itemsOf = (ticks: readonly Tick[]): { delivery_item_id: string; qty: string }[] =>
  ticks.flatMap((tick) => {
    if (!tick.isTaken) return []
    const read = readDecimal(tick.qty, { places: 4 })
    return 'value' in read ? [{ delivery_item_id: tick.id, qty: read.value }] : []
  })

/** What is said of a hand-over besides its quantities. */
type AtDoor = {
  receivedBy: string
  /** The pad is chosen and nothing is drawn on it. */
  isPadEmpty: boolean
  /** All is made, or the person knows that it is not. */
  isAgreed: boolean
}

/** Why nothing can be handed over now, in words; null when it can. `ticks`: null where there are no lines to tick. */
export function handOverProblem(
  ticks: readonly Tick[] | null,
  { receivedBy, isPadEmpty, isAgreed }: AtDoor,
): string | null {
  if (ticks && itemsOf(atDoorOf(ticks)).length === 0) return 'Tick the goods that are handed over'
  if (ticks?.some((tick) => quantityProblem(tick) !== null)) return 'Look at the quantities'
  if (receivedBy.trim() === '') return 'Enter who received it'
  if (isPadEmpty) return 'Sign on the pad, or choose “Type”'
  return isAgreed ? null : 'Some of it is not made yet: tick that you hand it over all the same'
}

/** `Handed to Maria, 3 of 3, signed 14:02`: a hand-over as it waits on the phone. `quantity`: that of an only line. */
export const handedWords = (
  { receivedBy }: { receivedBy: string },
  quantity: string | null,
  clock: string | null,
): string =>
  [`Handed to ${receivedBy}`, quantity, ['signed', clock].filter(Boolean).join(' ')].filter(Boolean).join(', ')
