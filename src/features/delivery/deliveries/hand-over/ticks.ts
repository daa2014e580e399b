import { isPartCounted, isWork, sizeUnitOf } from '@/documents/units'
import {
  compared,
  divided,
  exact,
  minus,
  shortened,
  sum,
  times,
  truncated,
  written,
  zero,
} from '@/shared/domain/money/decimal'
import { readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import type { OpenWork } from '@/shared/db/reads/open-work'
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
  /** Nobody carries hours: the form asks how many are done, and proposes as much of them as of the goods. */
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
  const now = written(takenOf({ isTaken, qty }))
  const rest = minus(minus(exact(ordered), exact(before)), exact(now))
  return [
    `Ordered ${withUnit(ordered, unit)}`,
    `before ${shortDecimalText(before)}`,
    `now ${shortDecimalText(now)}`,
    `still to come ${compared(rest, exact('0')) < 0 ? '0' : shortDecimalText(written(rest))}`,
  ].join(' · ')
}

/** Why a typed quantity cannot be handed over, in words; null when it can. `mayBeNone`: zero is an answer, as for hours. */
export function quantityProblem({ isTaken, isWhole, qty, left }: Tick, mayBeNone = false): string | null {
  if (!isTaken) return null
  const read = readDecimal(qty, { places: 4, least: '0', most: left, isWhole })
  const most = shortDecimalText(left)
  if ('problem' in read)
    return read.problem === `At most ${most}` ? `Only ${most} are left on this delivery` : read.problem
  return mayBeNone || compared(exact(read.value), exact('0')) > 0
    ? null
    : 'Please enter how many, or take the tick away'
}

/** The lines that are ticked at the door: what is carried; all, where nothing of the delivery is. */
export const atDoorOf = (ticks: readonly Tick[]): readonly Tick[] => {
  const carried = ticks.filter(({ isCarried }) => isCarried)
  return carried.length > 0 ? carried : ticks
}

/** How much of a line is handed over now, by its tick and what is typed; zero where that cannot be read. */
function takenOf({ isTaken, qty }: Pick<Tick, 'isTaken' | 'qty'>) {
  const read = isTaken ? readDecimal(qty, { places: 4 }) : { value: '0' }
  return 'value' in read ? exact(read.value) : zero
}

/**
 * The lines counted in time beside goods: how much of them is done with the hand-over is asked, not ticked. Proposed
 * is all with the last goods, and before them as much as of the goods, cut to hundredths. `typed`: the lines whose
 * quantity a person typed, which stays.
 */
export function withWork(ticks: readonly Tick[], typed: (id: string) => boolean): Tick[] {
  const asked = atDoorOf(ticks)
  const shares = asked.flatMap((tick) => divided(takenOf(tick), exact(tick.left), 8) ?? [])
  const share = divided(sum(shares), exact(String(Math.max(shares.length, 1))), 8) ?? zero
  return ticks.map((tick) => {
    if (asked.includes(tick) || typed(tick.id)) return tick
    const done = compared(share, exact('1')) >= 0 ? exact(tick.left) : truncated(times(exact(tick.left), share), 2)
    return { ...tick, qty: shortDecimalText(written(shortened(done))) }
  })
}

/** The lines counted in time beside goods. */
export const workOf = (ticks: readonly Tick[]): Tick[] => {
  const asked = atDoorOf(ticks)
  return ticks.filter((tick) => !asked.includes(tick))
}

/** The ticked lines with their quantities, to be sent. */
export const itemsOf = (ticks: readonly Tick[]): { delivery_item_id: string; qty: string }[] =>
  ticks.flatMap((tick) => {
    if (!tick.isTaken) return []
    const read = readDecimal(tick.qty, { places: 4 })
    return 'value' in read && compared(exact(read.value), zero) > 0
      ? [{ delivery_item_id: tick.id, qty: read.value }]
      : []
  })

/** The open jobs of what is handed over now and is not made, in words; null where all of that is made, or nothing is handed over. */
export function unmadeNow(ticks: readonly Tick[] | null, { not_made, unmade_lines }: OpenWork): string | null {
  if (!ticks || !unmade_lines) return not_made
  const words = itemsOf(ticks).flatMap(({ delivery_item_id, qty }) => {
    const line = unmade_lines[delivery_item_id]
    return line && compared(exact(qty), exact(line.made)) > 0 ? [line.words] : []
  })
  return words.length > 0 ? [...new Set(words)].toSorted().join(', ') : null
}

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
  const asked = atDoorOf(ticks ?? [])
  if (ticks?.some((tick) => quantityProblem(tick, !asked.includes(tick)) !== null)) return 'Look at the quantities'
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
