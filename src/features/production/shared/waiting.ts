import { clockText, momentText } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import type { JobCard, Step } from './api/cards.query'
import { inOrder, waitsForMockup } from './card'
import { isMade } from './job-status'

/** When the rest of a done step began, in ms: with its end, or, where nobody works at it, when it or what it follows was there. */
function restsFrom({ planned_minutes, started_at, finished_at, depends_on }: Step, steps: readonly Step[]): number[] {
  if (finished_at === null) return []
  const end = Date.parse(finished_at)
  if (planned_minutes > 0) return [end]
  const before = steps.flatMap((step) =>
    depends_on.includes(step.id) && step.status === 'done' && step.finished_at !== null
      ? [Date.parse(step.finished_at)]
      : [],
  )
  return [
    Math.min(
      end,
      ...(started_at === null ? [] : [Date.parse(started_at)]),
      ...(before.length > 0 ? [Math.max(...before)] : []),
    ),
  ]
}

/** The time until which a step must wait because an earlier step's work rests (dries), in ms; null without one. As `private.rests_until`. */
export function restsUntil(step: Pick<Step, 'depends_on'>, steps: readonly Step[], now: number): number | null {
  const ends = steps
    .filter(({ id, status, wait_minutes }) => step.depends_on.includes(id) && status === 'done' && wait_minutes > 0)
    .flatMap((done) => restsFrom(done, steps).map((from) => from + done.wait_minutes * 60_000))
  const last = Math.max(0, ...ends)
  return last > now ? last : null
}

/** `14:20`, or with its day where that is another one. */
export const untilText = (until: number, now: number): string =>
  todayOf(until) === todayOf(now) ? clockText(until) : momentText(until)

/** The materials of a job that are neither kept for it nor taken. */
export const missingMaterials = ({ materials }: Pick<JobCard, 'materials'>): string[] =>
  materials.flatMap(({ qty_planned, qty_reserved, qty_used, item }) =>
    qty_planned - qty_reserved - qty_used > 0.00005 ? [item.name] : [],
  )

/** The reason why a job waits, as a sentence; null when it can go on. Computed from mockup, stock and time. */
export function waitingFor(card: JobCard, now: number): string | null {
  if (['on_hold', 'qc'].includes(card.status) || isMade(card.status)) return null
  if (waitsForMockup(card) && card.steps.every((step) => !step.before_approval || step.status === 'done'))
    return 'Waits for the approval'
  const missing = missingMaterials(card)
  if (missing.length > 0) return `Waits for material: ${missing.join(', ')}`
  const next = inOrder(card.steps).find(({ status }) => status === 'todo')
  const until = next ? restsUntil(next, card.steps, now) : null
  return until === null ? null : `Rests until ${untilText(until, now)}`
}
