import { z } from 'zod'
import { parsed } from '@/kit/fields/choice-fields'
import { isPartCounted } from '@/documents/units'
import { compared, exact, minus, shortened, written } from '@/shared/domain/money/decimal'
import { readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import type { PlanLine } from '../api/plan.query'

/** The typed quantities by line. The others follow the suggestion. */
const draftSchema = z.record(z.string(), z.string()).catch({})
export const readTyped = (draft: string): Record<string, string> => draftSchema.parse(parsed(draft || '{}'))

const isNothing = (plain: string) => compared(exact(plain), exact('0')) === 0
const text = (plain: string) => written(shortened(exact(plain)))

/**
 * The initial text of a line's field: the whole rest for a new delivery, the planned quantity for an existing one. It is
 * read as typed, so it is written in the company's style: `1.125` would be read as 1125 where a point parts thousands.
 */
export const suggested = (line: PlanLine, isNew: boolean): string => shortDecimalText(isNew ? line.left_over : line.now)

/** True when nothing of this line can be planned any more. */
export const isTaken = (line: PlanLine): boolean => isNothing(line.left_over)

export const typedOf = (line: PlanLine, draft: string, isNew: boolean): string =>
  readTyped(draft)[line.order_item_id] ?? suggested(line, isNew)

/** The planned quantity as decimal text; an empty field and unreadable text are 0. */
export function plannedOf(line: PlanLine, typed: string): string {
  const read = readDecimal(typed, { places: 4 })
  return 'value' in read ? text(read.value) : '0'
}

/** The rest after this delivery; never below 0. */
export function toCome(line: PlanLine, typed: string): string {
  const rest = minus(exact(line.left_over), exact(plannedOf(line, typed)))
  return compared(rest, exact('0')) < 0 ? '0' : written(shortened(rest))
}

/** Why a quantity cannot be planned, in words; null when it can. */
export function planProblem(line: PlanLine, typed: string): string | null {
  if (typed.trim() === '') return isNothing(line.handed_over) ? null : handedOver(line)
  const read = readDecimal(typed, { places: 4, least: '0', isWhole: isPartCounted(line, line.left_over) })
  if ('problem' in read) return read.problem
  if (compared(exact(read.value), exact(line.left_over)) > 0)
    return isTaken(line)
      ? 'The whole line is planned or delivered'
      : `Only ${shortDecimalText(line.left_over)} of ${shortDecimalText(line.ordered)} are left`
  return compared(exact(read.value), exact(line.handed_over)) < 0 ? handedOver(line) : null
}

const handedOver = (line: PlanLine) => `${shortDecimalText(line.handed_over)} are handed over already`

/** The lines with a planned quantity, to be sent. */
export const planItems = (lines: readonly PlanLine[], draft: string, isNew: boolean) =>
  lines.flatMap((line) => {
    const qty = plannedOf(line, typedOf(line, draft, isNew))
    return isNothing(qty) ? [] : [{ order_item_id: line.order_item_id, qty }]
  })

/** True when the order has a rest after this delivery. */
export const leavesSome = (lines: readonly PlanLine[], draft: string, isNew: boolean): boolean =>
  lines.some((line) => !isNothing(toCome(line, typedOf(line, draft, isNew))))
