import { z } from 'zod'
import { parsed } from '@/kit/fields/choice-fields'
import { isPartCounted } from '@/documents/units'
import { compared, exact, larger, minus, shortened, smaller, written } from '@/shared/domain/money/decimal'
import { isZero } from '@/shared/domain/money/is-zero'
import { readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import type { PlanLine } from '../api/plan.query'

/** The typed quantities by line. The others follow the suggestion. */
const draftSchema = z.record(z.string(), z.string()).catch({})
export const readTyped = (draft: string): Record<string, string> => draftSchema.parse(parsed(draft || '{}'))

const text = (plain: string) => written(shortened(exact(plain)))

/** What is made of a line and on no other delivery, all of one that no job makes; at least what this one handed over, at most what is left. */
export function readyNow(line: PlanLine): string {
  if (line.ready === null) return line.left_over
  const here = written(shortened(minus(exact(line.ready), exact(line.before))))
  return smaller(line.left_over, larger(here, line.handed_over))
}

/** True when less of the line is made than this delivery may bring. */
export const isPartReady = (line: PlanLine): boolean => compared(exact(readyNow(line)), exact(line.left_over)) < 0

/**
 * The lines as a trip of this method proposes them: work on site goes with an installation alone. `was`: the stored method of a planned
 * delivery; one that is no installation any more leaves its work on site to another trip.
 */
export const linesFor = (lines: readonly PlanLine[], method: string, was: string | null): PlanLine[] =>
  lines.map((line) => ({
    ...line,
    proposed: method === 'installation' ? line.proposed_on_site : line.proposed,
    now: line.work === 'on_site' && was === 'installation' && method !== was ? line.handed_over : line.now,
  }))

/**
 * The initial texts of the lines' fields. A new delivery brings what the database proposes; an existing one has its planned quantities.
 * They are read as typed, so they are written in the company's style: `1.125` would be read as 1125 where a point parts thousands.
 */
export const suggested = (line: PlanLine, isNew: boolean): string => shortDecimalText(isNew ? line.proposed : line.now)

/** Why less of a line of work is proposed than is left, in words; null for pieces, and where all of it is planned. */
export function workWords(line: PlanLine, typed: string): string | null {
  if (line.work === null || isTaken(line) || isZero(toCome(line, typed))) return null
  return line.work === 'on_site'
    ? 'Work on site: an installation brings it'
    : 'Comes when it is done, or with the last pieces'
}

/** What “All that is left” plans of a line: work on site only where the trip brings it. */
export const allOf = (line: PlanLine): string =>
  line.work === 'on_site' && compared(exact(line.proposed), exact(line.proposed_on_site)) < 0
    ? line.handed_over
    : line.left_over

/** What “What is ready” plans of a line. */
export const readyOf = (line: PlanLine): string => (line.work === null ? readyNow(line) : line.proposed)

/** True when nothing of this line can be planned any more. */
export const isTaken = (line: PlanLine): boolean => isZero(line.left_over)

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
    const qty = plannedOf(line, typedOf(line, draft, isNew))
    return isZero(qty) ? [] : [{ order_item_id: line.order_item_id, qty }]
  })

/** True when the order has a rest after this delivery. */
export const leavesSome = (lines: readonly PlanLine[], draft: string, isNew: boolean): boolean =>
  lines.some((line) => !isZero(toCome(line, typedOf(line, draft, isNew))))

/**
 * `3 of Letters, 4 of Frames`: what this delivery brings and nobody has made; null where all of it is made. What a planned
 * delivery brings already was asked then. `isAgain`: it failed, so nothing of it is planned, and all of it is asked.
 */
export function unmadeWords(lines: readonly PlanLine[], draft: string, isNew: boolean, isAgain = false): string | null {
  const words = lines.flatMap((line) => {
    const known = isNew || isAgain ? readyNow(line) : larger(readyNow(line), line.now)
    const missing = minus(exact(plannedOf(line, typedOf(line, draft, isNew))), exact(known))
    return compared(missing, exact('0')) > 0
      ? [`${shortDecimalText(written(shortened(missing)))} of ${line.description}`]
      : []
  })
  return words.length === 0 ? null : words.join(', ')
}

/** The key in the draft under which the person's yes to `unmadeWords` is kept: another quantity is another question. */
export const agreedKey = 'agreed'

/** True when all that the delivery brings is made, or the person said yes to just what is not. */
export function isAgreed(lines: readonly PlanLine[], draft: string, isNew: boolean, isAgain: boolean): boolean {
  const unmade = unmadeWords(lines, draft, isNew, isAgain)
  return unmade === null || readTyped(draft)[agreedKey] === unmade
}
