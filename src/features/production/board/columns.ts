import { closedBy, type Closure } from '@/shared/domain/records/work-centre'
import { minutesLeft, nextStep } from '../shared/card'
import type { JobCard } from '../shared/api/cards.query'
import { openStatuses, type Stage, stageLabel } from '../shared/stages'

/** A column of the board. `stage` is null where cards are not moved by hand. */
export type BoardColumn = {
  name: string
  label: string
  stage: Stage | 'on_hold' | null
  cards: JobCard[]
  /** Minutes of work that its cards still need. */
  minutes: number
  /** The daily minutes of its work centre; null for a stage, and without a limit. */
  capacity: number | null
  /** Its work centre does not work today. */
  isClosed: boolean
}

const rank = { urgent: 0, high: 1, normal: 2, low: 3 }
const rankOf = ({ priority }: JobCard) => (priority in rank ? rank[priority as keyof typeof rank] : 2)
const byUrgency = (cards: readonly JobCard[]) => cards.toSorted((a, b) => rankOf(a) - rankOf(b))

const sumOf = (cards: readonly JobCard[]) => cards.reduce((sum, { steps }) => sum + minutesLeft(steps), 0)

/** One column for each stage, urgent cards first; jobs on hold are last. */
export const byStage = (cards: readonly JobCard[]): BoardColumn[] =>
  openStatuses.map((stage) => {
    const own = byUrgency(cards.filter(({ status }) => status === stage))
    return {
      name: stage,
      label: stageLabel(stage),
      stage,
      cards: own,
      minutes: sumOf(own),
      capacity: null,
      isClosed: false,
    }
  })

/**
 * One column for each work centre, with the jobs whose running or next step is there. `minutes`: all open steps there;
 * `capacity`: the daily minutes.
 */
export function byCentre(
  cards: readonly JobCard[],
  centres: readonly { id: string; name: string; capacity_minutes_day: number; work_days: readonly number[] }[],
  closures: readonly Closure[],
  today: string,
): BoardColumn[] {
  const placed = cards.filter(({ status }) => status !== 'ready' && status !== 'on_hold')
  const columns = centres.map(({ id, name, capacity_minutes_day, work_days }) => ({
    name: id,
    label: name,
    stage: null,
    cards: byUrgency(placed.filter(({ steps }) => nextStep(steps)?.work_centre?.id === id)),
    minutes: placed.reduce(
      (sum, { steps }) => sum + minutesLeft(steps.filter(({ work_centre }) => work_centre?.id === id)),
      0,
    ),
    capacity: capacity_minutes_day > 0 ? capacity_minutes_day : null,
    isClosed: closedBy({ id, workDays: work_days }, closures, today) !== null,
  }))
  const known = new Set(centres.map(({ id }) => id))
  const rest = byUrgency(placed.filter(({ steps }) => !known.has(nextStep(steps)?.work_centre?.id ?? '')))
  return rest.length === 0
    ? columns
    : [
        ...columns,
        {
          name: 'none',
          label: 'No work centre',
          stage: null,
          cards: rest,
          minutes: sumOf(rest),
          capacity: null,
          isClosed: false,
        },
      ]
}
