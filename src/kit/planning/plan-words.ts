import type { Doubts, PlannedJob, Reason } from '@/shared/domain/planning/plan'
import { rosterEnds, usualWeeks } from '@/shared/domain/planning/hours'
import type { PushedBack } from '@/shared/domain/planning/pushed-back'
import type { Workload } from '@/shared/domain/planning/workload'
import { stockText } from '@/shared/domain/money/stock-text'
import { notOnThisDay } from '@/shared/domain/records/work-centre'
import { minutesText } from '@/shared/domain/time/duration'
import { planDay } from './plan-day'

export type Names = { centres: Workload['centres']; today: string; nameOf?: (person: string) => string | undefined }

const centreName = (id: string | null, { centres }: Names): string =>
  centres.find((centre) => centre.id === id)?.name ?? 'The workshop'

/** What keeps a job, as a sentence without its full stop. */
export function reasonWords(reason: Reason, names: Names): string {
  const until = planDay(reason.until, names.today)
  switch (reason.kind) {
    case 'full':
      return reason.person === null
        ? `${centreName(reason.centre, names)} has no room for ${reason.step} before ${until}`
        : `${names.nameOf?.(reason.person) ?? 'Its person'} has no time for ${reason.step} before ${until}`
    case 'closed':
      return `${centreName(reason.centre, names)} is closed until ${until}${reason.reason === notOnThisDay ? '' : `: ${reason.reason}`}`
    case 'away':
      return `${reason.step} waits for ${names.nameOf?.(reason.person) ?? 'its person'}, who ${reason.isOnLeave ? 'is away until' : 'has no shift before'} ${until}`
    case 'material':
      return `${reason.name} is expected on ${until}`
    case 'rest':
      return `${reason.step} waits until ${until}, while what was made before it rests`
    case 'planned':
      return `${reason.step} is planned on ${until}`
    case 'work':
      return `${reason.step} takes ${minutesText(reason.minutes)}, until ${until}${reason.isShared ? ', in the hours that other work leaves free' : ''}`
  }
}

/** A step that is planned before the end of another one that it waits for, as a sentence without its full stop. */
export const waitsForWords = (name: string, { step, until }: { step: string; until: string }, today: string): string =>
  `${name} cannot begin then: it waits for ${step}, which ends on ${planDay(until, today)}`

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

/** `1 of 2 steps has no minutes and counts as no time`. */
export const withoutMinutesWords = (some: number, all: number): string =>
  `${some} of ${count(all, 'step')} ${some === 1 ? 'has no minutes and counts' : 'have no minutes and count'} as no time`

/** What a plan of steps does not know, each as a sentence without its full stop. */
export function doubtWords(doubts: Omit<Doubts, 'isHeld' | 'isWithoutSteps'>): string[] {
  const { steps, withoutMinutes, withoutCentre, waitsForClient, material } = doubts
  return [
    ...(withoutMinutes > 0 ? [withoutMinutesWords(withoutMinutes, steps)] : []),
    ...(withoutCentre > 0
      ? [`${withoutCentre} of ${count(steps, 'step')} ${withoutCentre === 1 ? 'has' : 'have'} no work centre`]
      : []),
    ...(waitsForClient ? ['The mockup is not approved yet: the plan counts it as approved today'] : []),
    ...material.map(({ name, qty, unit, is_ordered }) => {
      const what = `${stockText(Math.round(qty * 100) / 100, unit)} of ${name}`
      return is_ordered
        ? `Ordered without a day, or too little: ${what}. The plan counts it as here`
        : `Missing and not ordered: ${what}. The plan counts it as here`
    }),
  ]
}

/**
 * From which day on nobody planned shifts, and what counts instead, as a sentence without its full stop; nothing where
 * that is behind the last day that matters, or where the shop plans no shifts.
 */
export function rosterWords(workload: Workload, until: string | null = null): string[] {
  const ends = rosterEnds(workload)
  if (ends === null || (until !== null && until < ends)) return []
  return [
    `Nobody planned shifts from ${planDay(ends, workload.today)} on: the days from then on count as in the last ${usualWeeks} planned weeks on average`,
  ]
}

const shownNames = 3

/** `JOB-1, JOB-2, JOB-3 and 4 more` */
export const fewNames = (names: readonly string[]): string =>
  `${names.slice(0, shownNames).join(', ')}${names.length > shownNames ? ` and ${names.length - shownNames} more` : ''}`

/** Which jobs are later because of this work, as a sentence without its full stop; nothing when none is. */
export function pushedBackWords(pushed: readonly PushedBack[], { jobs }: Pick<Workload, 'jobs'>): string[] {
  if (pushed.length === 0) return []
  const numbers = new Map(jobs.map(({ id, number }) => [id, number]))
  const names = pushed.map(
    ({ job, days }) =>
      `${numbers.get(job) ?? 'a job'} ${days === null ? 'beyond half a year' : `by ${count(days, 'day')}`}`,
  )
  return [`This makes ${count(pushed.length, 'late job')} later: ${fewNames(names)}`]
}

/** The doubts of several jobs as one. */
export function doubtsTogether(jobs: readonly PlannedJob[]): Doubts {
  const sum = (of: (doubts: Doubts) => number) => jobs.reduce((all, { doubts }) => all + of(doubts), 0)
  const material = new Map(jobs.flatMap(({ doubts }) => doubts.material.map((lack) => [lack.name, lack] as const)))
  return {
    isWithoutSteps: jobs.some(({ doubts }) => doubts.isWithoutSteps),
    steps: sum(({ steps }) => steps),
    withoutMinutes: sum(({ withoutMinutes }) => withoutMinutes),
    withoutCentre: sum(({ withoutCentre }) => withoutCentre),
    waitsForClient: jobs.some(({ doubts }) => doubts.waitsForClient),
    material: [...material.values()],
    isHeld: jobs.some(({ doubts }) => doubts.isHeld),
  }
}
