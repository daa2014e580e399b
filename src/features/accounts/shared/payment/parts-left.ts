import { exact, sum, written } from '@/shared/domain/money/decimal'

type Part = { id: string; amount: string; reverses_id: string | null }

/**
 * What a payment settles now. A part of a closed day is taken back by a record below zero that names it in `reverses_id`: the rest of it is
 * left, and nothing where all of it was taken back. Amounts are decimal text.
 */
export function partsLeft<One extends Part>(parts: readonly One[]): One[] {
  return parts
    .filter(({ reverses_id }) => reverses_id === null)
    .map((part) => ({
      ...part,
      amount: written(
        sum([part, ...parts.filter(({ reverses_id }) => reverses_id === part.id)].map(({ amount }) => exact(amount))),
      ),
    }))
    .filter(({ amount }) => exact(amount).units > 0n)
}
