import type { GivenEntry, GivenLine } from './format.ts'

/** A debit against a credit of one entry, in cents. */
export type Pair = { debit: GivenLine; credit: GivenLine; cents: bigint }

/** The cents of decimal text with two decimals. */
export const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/**
 * An entry as debits against credits, each one pair: what a program takes that knows an account and a counter account.
 * Of every account they are together what its lines are. An entry that does not balance is damaged.
 */
export function pairsOf({ lines, entry_id }: GivenEntry): Pair[] {
  const left = (above: boolean) =>
    lines
      .map((line) => ({ line, cents: above ? centsOf(line.amount) : -centsOf(line.amount) }))
      .filter(({ cents }) => cents > 0n)
  const credits = left(false)
  const pairs: Pair[] = []
  for (const debit of left(true))
    while (debit.cents > 0n) {
      const credit = credits[0]
      if (credit === undefined) throw new Error(`Entry ${entry_id} has more debits than credits`)
      const cents = debit.cents < credit.cents ? debit.cents : credit.cents
      pairs.push({ debit: debit.line, credit: credit.line, cents })
      debit.cents -= cents
      credit.cents -= cents
      if (credit.cents === 0n) credits.shift()
    }
  if (credits.length > 0) throw new Error(`Entry ${entry_id} has more credits than debits`)
  return pairs
}
