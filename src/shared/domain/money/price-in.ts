import { divided, exact, rounded, times, written } from './decimal.ts'

/** The rate of the currency of the books. */
const isOne = (rate: string): boolean => /^1(\.0*)?$/.test(rate)

/**
 * A price of this company in the currency of a paper, as decimal text, at the rate of the paper: how much of the currency of the
 * books one unit of its own is. Half a cent is rounded up, as `private.price_in` of the database does.
 */
export function priceIn(price: string, rate: string): string {
  if (isOne(rate)) return price
  const converted = divided(exact(price), exact(rate), 20)
  return converted === null ? price : written(rounded(converted, 2))
}

/** What an amount of a paper is worth in the currency of the books, at the rate of the paper, as `private.worth` of the database has it. */
export const worthAt = (amount: string, rate: string): string =>
  isOne(rate) ? amount : written(rounded(times(exact(amount), exact(rate)), 2))
