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

/** How the price of the last break, and of a break among quantities that are not whole, is said. */
export type BreakWords = Record<'andMore' | 'from', (least: string, price: string) => string>
const englishWords: BreakWords = {
  andMore: (least, price) => `${least} and more: ${price}`,
  from: (least, price) => `from ${least}: ${price}`,
}

/** `1–9: €14.00`, `10–49: €13.50`, `50 and more: €12.00`; each without a line break inside. */
export function breakTexts(
  stored: string | null | undefined,
  price: (text: string) => string,
  words: BreakWords = englishWords,
): string[] {
  const breaks = readBreaks(stored)
  const isWhole = breaks.every(({ least }) => !least.includes('.'))
  return breaks.map(({ least, price: each }, place) => {
    const next = breaks[place + 1]?.least
    if (next === undefined) return unbroken(words.andMore(least, price(each)))
    if (!isWhole) return unbroken(words.from(least, price(each)))
    const last = String(BigInt(next) - 1n)
    return unbroken(`${last === least ? least : `${least}–${last}`}: ${price(each)}`)
  })
}
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')
