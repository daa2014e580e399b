import { exact, plus, written } from '@/shared/domain/money/decimal'

type Hold = { amount: string; order: { id: string; order_number: string } | null }

/** What is still kept of a payment for each order: records below zero take from it. Amounts are decimal text. */
export function keptOf(holds: readonly Hold[]): Hold[] {
  const kept = new Map<string, Hold>()
  for (const { order, amount } of holds) {
    const key = order?.id ?? ''
    kept.set(key, { order, amount: written(plus(exact(kept.get(key)?.amount ?? '0.00'), exact(amount))) })
  }
  return [...kept.values()].filter(({ amount }) => exact(amount).units > 0n)
}
