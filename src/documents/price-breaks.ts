import { compared, exact } from '../shared/domain/money/decimal.ts'

/** A unit price that holds from a quantity on. Both are decimal text. */
export type PriceBreak = { least: string; price: string }

/** The most prices by quantity that a line may have. */
export const mostBreaks = 10

/** The stored price breaks of a line: `1:14 10:13.5 50:12`, ascending. */
export const readBreaks = (stored: string | null | undefined): PriceBreak[] =>
  (stored ?? '')
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [least = '0', price = '0'] = part.split(':')
      return { least, price }
    })

export const writeBreaks = (breaks: readonly PriceBreak[]): string | null =>
  breaks.length === 0 ? null : breaks.map(({ least, price }) => `${least}:${price}`).join(' ')

/**
 * The unit price of a quantity: of the highest break that it reaches, else of the first. Null without price breaks. The
 * database computes the same in `private.price_at`.
 */
export function priceAt(stored: string | null | undefined, qty: string | null): string | null {
  const breaks = readBreaks(stored)
  const quantity = exact(qty ?? '1')
  const reached = breaks.filter(({ least }) => compared(exact(least), quantity) <= 0)
  return (reached.at(-1) ?? breaks[0])?.price ?? null
}

/** True when each quantity is larger than the one before. */
export const isAscending = (breaks: readonly PriceBreak[]): boolean =>
  breaks.every(({ least }, place) => {
    const before = breaks[place - 1]
    return before === undefined || compared(exact(before.least), exact(least)) < 0
  })

/** `1–9: €14.00`, `10–49: €13.50`, `50 and more: €12.00`; each without a line break inside. */
export function breakTexts(stored: string | null | undefined, price: (text: string) => string): string[] {
  const breaks = readBreaks(stored)
  const isWhole = breaks.every(({ least }) => !least.includes('.'))
  return breaks.map(({ least, price: each }, place) => {
    const next = breaks[place + 1]?.least
    if (next === undefined) return `${least}\u00a0and\u00a0more:\u00a0${price(each)}`
    if (!isWhole) return `from\u00a0${least}:\u00a0${price(each)}`
    const last = String(BigInt(next) - 1n)
    return `${last === least ? least : `${least}–${last}`}:\u00a0${price(each)}`
  })
}
