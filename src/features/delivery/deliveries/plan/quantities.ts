import { z } from 'zod'
import { parsed } from '@/kit/fields/choice-fields'
import { isPartCounted } from '@/documents/units'
import { compared, exact, minus, shortened, smaller, written } from '@/shared/domain/money/decimal'
import { isZero } from '@/shared/domain/money/is-zero'
import { readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import type { PlanLine } from '../api/plan.query'

/** The typed quantities by line. The others follow the suggestion. */
const draftSchema = z.record(z.string(), z.string()).catch({})
export const readTyped = (draft: string): Record<string, string> => draftSchema.parse(parsed(draft || '{}'))

const text = (plain: string) => written(shortened(exact(plain)))

const larger = (one: string, other: string) => (compared(exact(one), exact(other)) > 0 ? one : other)

/** What is made of a line and on no other delivery, all of one that no job makes; at least what this one handed over, at most what is left. */
export function readyNow(line: PlanLine): string {
  if (line.ready === null) return line.left_over
  const here = written(shortened(minus(exact(line.ready), exact(line.before))))
  return smaller(line.left_over, larger(here, line.handed_over))
}

/** True when less of the line is made than this delivery may bring. */
export const isPartReady = (line: PlanLine): boolean => compared(exact(readyNow(line)), exact(line.left_over)) < 0

/**
 * The initial texts of the lines' fields. A new delivery brings what is ready; where nothing that a job makes is, it is
 * planned ahead and brings all that is left. An existing one has its planned quantities. They are read as typed, so they are written
 * in the company's style: `1.125` would be read as 1125 where a point parts thousands.
 */
export function suggested(line: PlanLine, lines: readonly PlanLine[], isNew: boolean): string {
  if (!isNew) return shortDecimalText(line.now)
  const isAhead = lines.every((one) => one.ready === null || isZero(readyNow(one)))
  return shortDecimalText(isAhead ? line.left_over : readyNow(line))
}

/** True when nothing of this line can be planned any more. */
export const isTaken = (line: PlanLine): boolean => isZero(line.left_over)

export const typedOf = (line: PlanLine, lines: readonly PlanLine[], draft: string, isNew: boolean): string =>
  readTyped(draft)[line.order_item_id] ?? suggested(line, lines, isNew)

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
  if (typed.trim() === '') return isZero(line.handed_over) ? null : handedOver(line)
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
    const qty = plannedOf(line, typedOf(line, lines, draft, isNew))
    return isZero(qty) ? [] : [{ order_item_id: line.order_item_id, qty }]
  })

/** True when the order has a rest after this delivery. */
export const leavesSome = (lines: readonly PlanLine[], draft: string, isNew: boolean): boolean =>
  lines.some((line) => !isZero(toCome(line, typedOf(line, lines, draft, isNew))))

/**
 * `3 of Letters, 4 of Frames`: what this delivery brings and nobody has made; null where all of it is made. What a planned
 * delivery brings already was asked then. `isAgain`: it failed, so nothing of it is planned, and all of it is asked.
 */
export function unmadeWords(lines: readonly PlanLine[], draft: string, isNew: boolean, isAgain = false): string | null {
  const words = lines.flatMap((line) => {
    const known = isNew || isAgain ? readyNow(line) : larger(readyNow(line), line.now)
    const missing = minus(exact(plannedOf(line, typedOf(line, lines, draft, isNew))), exact(known))
    return compared(missing, exact('0')) > 0
      ? [`${shortDecimalText(written(shortened(missing)))} of ${line.description}`]
      : []
  })
  return words.length === 0 ? null : words.join(', ')
}

/** The key in the draft under which the person's yes to `unmadeWords` is kept: another quantity is another question. */
export const agreedKey = 'agreed'
