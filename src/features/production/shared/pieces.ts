import { shortDecimalText } from '@/shared/domain/money/money'
import type { Json } from '@/shared/db/database.types'
import type { Step } from './api/cards.query'

type Made = Pick<Step, 'id' | 'status' | 'depends_on' | 'before_approval'> & {
  qty_good: number
  qty_waste: number
  /** Good pieces of the rounds before. */
  qty_kept: number
  rounds: Json
}

/**
 * What came out of a step before the check `check` repeated it; `failed` pieces of the job did not pass. `minutes` were
 * planned for it.
 */
type Round = { check: string; good: number; waste: number; failed: number; minutes: number }

/** The rounds of a step before its last one, the first first. */
export const roundsOf = ({ rounds }: Pick<Made, 'rounds'>): readonly Round[] =>
  Array.isArray(rounds) ? (rounds as Round[]) : []

/** The planned minutes of a step for all pieces of its job: those of its first round. As `private.minutes_at_first`. */
export const minutesAtFirst = (step: Pick<Made, 'rounds'> & { planned_minutes: number }): number =>
  roundsOf(step)[0]?.minutes ?? step.planned_minutes

const goodOf = ({ qty_kept, qty_good }: Made): number => qty_kept + qty_good

const isCounted = (step: Made): boolean =>
  step.status === 'done' && !step.before_approval && (goodOf(step) > 0 || step.qty_waste > 0)

const least = (goods: readonly number[]): number | null => (goods.length > 0 ? Math.min(...goods) : null)

/**
 * The good pieces that enter a step from the steps it depends on; null without a count. A step that a failed check
 * repeats gets those that are made again. As `private.pieces_into`.
 */
export function piecesInto<One extends Made>(step: One, steps: readonly One[]): number | null {
  const before = new Set<string>()
  const ask = (ids: readonly string[]): void => {
    for (const id of ids) {
      if (before.has(id)) continue
      before.add(id)
      ask(steps.find((other) => other.id === id)?.depends_on ?? [])
    }
  }
  ask(step.depends_on)
  const last = roundsOf(step).at(-1)
  return least(
    steps
      .filter((other) => before.has(other.id) && isCounted(other))
      .map((other) => {
        const most = last && roundsOf(other).at(-1)?.check !== last.check ? last.failed : Infinity
        return Math.max(0, Math.min(goodOf(other) - step.qty_kept, most))
      }),
  )
}

/** The pieces that a step has still to make: what enters it, else all of the job that is not good yet. */
export const piecesToMake = <One extends Made>(step: One, job: { qty: string; steps: readonly One[] }): number =>
  piecesInto(step, job.steps) ?? Math.max(0, Number(job.qty) - step.qty_kept)

const counts = (good: number, waste: number, failed: number): string =>
  [
    good > 0 ? `${shortDecimalText(String(good))} good` : '',
    waste > 0 ? `${shortDecimalText(String(waste))} wasted` : '',
    failed > 0 ? `${shortDecimalText(String(failed))} did not pass` : '',
  ]
    .filter(Boolean)
    .join(', ')

/** What came out of a step: `48 good, 2 wasted`; of a repeated one each round, and what is still to make again. */
export function madeWords<One extends Made>(step: One, job: { qty: string; steps: readonly One[] }): string {
  const own = step.status === 'done' ? counts(step.qty_good, step.qty_waste, 0) : ''
  const rounds = roundsOf(step)
  if (rounds.length === 0) return own
  const again = own === '' ? `${shortDecimalText(String(piecesToMake(step, job)))} to make again` : own
  return [...rounds.map(({ good, waste, failed }) => counts(good, waste, failed)), again]
    .map((words, place) => `Round ${place + 1}: ${words}`)
    .join(' · ')
}

/** The good pieces after every counted step; null without a count. As `private.pieces_made`. */
export const piecesMade = (steps: readonly Made[]): number | null => least(steps.filter(isCounted).map(goodOf))
