import type { Step } from './api/cards.query'

type Made = Pick<Step, 'id' | 'status' | 'depends_on' | 'before_approval'> & { qty_good: number; qty_waste: number }

const isCounted = (step: Made): boolean =>
  step.status === 'done' && !step.before_approval && (step.qty_good > 0 || step.qty_waste > 0)

const least = (steps: readonly Made[]): number | null =>
  steps.some(isCounted) ? Math.min(...steps.filter(isCounted).map(({ qty_good }) => qty_good)) : null

/** The good pieces that enter a step from the steps it depends on; null without a count. As `private.pieces_into`. */
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
  return least(steps.filter(({ id }) => before.has(id)))
}

/** The good pieces after every counted step; null without a count. As `private.pieces_made`. */
export const piecesMade = (steps: readonly Made[]): number | null => least(steps)
