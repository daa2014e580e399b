import { isOnSite } from '@/shared/domain/records/work-centre'
import { sumOfMinutes } from '@/shared/domain/time/duration'
import type { JobCard, Step } from './api/cards.query'
import { isOver } from './job-status'

/** Steps in their order. */
export const inOrder = <One extends { position: string }>(steps: readonly One[]): One[] =>
  steps.toSorted((a, b) => (a.position < b.position ? -1 : 1))

/** A step that needs no more work: done or skipped. */
export const isFinished = ({ status }: Pick<Step, 'status'>): boolean => ['done', 'skipped'].includes(status)

/** A step that somebody may start now or later: to do or paused. */
export const isStartable = ({ status }: Pick<Step, 'status'>): boolean => ['todo', 'paused'].includes(status)

/** A step on which somebody works. */
export const isRunning = ({ status }: Pick<Step, 'status'>): boolean => status === 'in_progress'

/** The number of steps that are done or skipped. */
export const stepsDone = (steps: readonly Pick<Step, 'status'>[]): number => steps.filter(isFinished).length

/** Steps that are neither done nor skipped, in their order. */
export const openSteps = <One extends Pick<Step, 'status' | 'position'>>(steps: readonly One[]): One[] =>
  inOrder(steps).filter((step) => !isFinished(step))

/** Open steps that keep a job from its quality check, in their order: all but those on site. */
export const benchSteps = <One extends Step>(steps: readonly One[]): One[] =>
  openSteps(steps).filter((step) => !isOnSite(step, steps))

/** The running step, else the first open one; null without one. */
export function nextStep(steps: readonly Step[]): Step | null {
  const open = openSteps(steps)
  return open.find(isRunning) ?? open[0] ?? null
}

/** Minutes of the steps that are still to do. */
export const minutesLeft = (steps: readonly Step[]): number =>
  sumOfMinutes(steps.filter((step) => !isFinished(step)).map((step) => step.planned_minutes))

/** The people who lead the job or have a step of it. */
export const peopleOf = ({ lead_user_id, steps }: JobCard): string[] => [
  ...new Set([...(lead_user_id ? [lead_user_id] : []), ...steps.flatMap(({ assignees }) => assignees)]),
]

/** The client wants the newest mockup otherwise, and no later version is sent. */
export const isMockupRefused = ({ mockup_status }: JobCard): boolean =>
  mockup_status === 'revision_requested' || mockup_status === 'rejected'

/** Production waits for the client to approve the mockup: where the job needs that, and where they asked for a change. */
export const waitsForMockup = (card: JobCard): boolean =>
  isMockupRefused(card) || (card.mockup_required && card.mockup_status !== 'approved')

/** Why a step cannot start now, as a sentence; null when it can. The database decides. */
export function whyNotStart(step: Step, job: JobCard): string | null {
  if (job.held_with_order) return 'The order of this job is on hold'
  if (job.status === 'on_hold' || isOver(job.status)) return `This job is ${job.status.replace('_', ' ')}`
  if (waitsForMockup(job) && !step.before_approval) return 'The mockup is not approved yet'
  const before = inOrder(job.steps).find((other) => step.depends_on.includes(other.id) && !isFinished(other))
  return before ? `Waits for “${before.name}”` : null
}
