import { weekdayOf } from '../time/days.ts'

/** Days on which a work centre is closed; without a work centre, all of them. Days are calendar days. */
export type Closure = { work_centre_id: string | null; starts_on: string; ends_on: string; reason: string }

/** A weekday on which a work centre never works. */
export const notOnThisDay = 'it does not work on this day'

/** Why a work centre is closed on a day: the reason of a closure, or that it never works on that weekday; null when it works. */
export function closedBy(
  centre: { id: string; workDays: readonly number[] },
  closures: readonly Closure[],
  day: string,
): string | null {
  const found = closures.find(
    ({ work_centre_id, starts_on, ends_on }) =>
      (work_centre_id === null || work_centre_id === centre.id) && starts_on <= day && day <= ends_on,
  )
  return found?.reason ?? (centre.workDays.includes(weekdayOf(day)) ? null : notOnThisDay)
}

type Placed = {
  position: string
  status: string
  before_approval: boolean
  work_centre: { kind: string } | null
}

/** Work at a machine or a bench, or with a supplier. As `private.makes_pieces`. */
export const makesPieces = ({ before_approval, work_centre }: Omit<Placed, 'position' | 'status'>): boolean =>
  work_centre ? work_centre.kind !== 'design' && work_centre.kind !== 'vehicle' : !before_approval

/**
 * Work at the client's, by a van: it is done after the quality check, with the delivery. A survey, which comes before all
 * that is made, is none. `steps`: all of its job. As `private.is_on_site`; the database decides.
 */
export const isOnSite = (step: Placed, steps: readonly Placed[]): boolean =>
  step.work_centre?.kind === 'vehicle' &&
  (!step.before_approval ||
    steps.some((other) => other.position < step.position && other.status !== 'skipped' && makesPieces(other)))
