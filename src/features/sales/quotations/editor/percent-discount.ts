import { counts } from '@/documents/lines'
import { vatKey } from '@/documents/totals'
import { type Decimal, divided, exact, sum, times, written } from '@/shared/domain/money/decimal'
import { formatMoney, readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import { withTax } from '@/shared/domain/text/formats'
import { byPosition, documentLine, type LineChange, netText, type Patch, type QuotationItem, seenBefore } from './line'

const vatOf = ({ vat_rate, vat_treatment }: QuotationItem): string =>
  vat_rate === null ? '' : vatKey(vat_rate, vat_treatment ?? 'standard')

/** What the lines above a discount come to, net: those that count and have its VAT. Decimal text with two places. */
export function sumAbove(lines: readonly QuotationItem[], discount: QuotationItem): string {
  const above = lines.filter(
    (line) =>
      byPosition(line, discount) < 0 &&
      (line.kind === 'item' || line.kind === 'discount') &&
      counts(documentLine(line)) &&
      vatOf(line) === vatOf(discount),
  )
  return written(sum([exact('0.00'), ...above.map((line) => exact(netText(line)))]))
}

/** A percentage of a net, cut to cents. */
const partOf = (percent: string, net: Decimal): string =>
  written(divided(times(net, exact(percent)), exact('100'), 2) ?? exact('0.00'))

/** How an amount came about, in every language alike: `7.5 % × €1,000.00 = €75.00`. The client reads it under the line. */
const workingOf = (percent: string, net: string, currency?: string): string =>
  `${shortDecimalText(percent)} % × ${formatMoney(net, currency)} = ${formatMoney(partOf(percent, exact(net)), currency)}`

/** The percentage that the further text of a discount tells; null where it tells none. Decimal text. */
export function percentOf({ kind, details }: Pick<QuotationItem, 'kind' | 'details'>): string | null {
  const typed = kind === 'discount' ? /^([\d.,]+) % × .+ = .+$/.exec(details ?? '')?.[1] : undefined
  const read = typed === undefined ? null : readDecimal(typed, { places: 4 })
  return read && 'value' in read ? read.value : null
}

/**
 * The change that a percentage in the price of a discount makes: its amount of the lines above, and how it came about. Null for
 * a text that is no percentage.
 */
export function percentDiscount(
  lines: readonly QuotationItem[],
  line: QuotationItem,
  typed: string,
  currency?: string,
): { patch: Patch } | { problem: string } | null {
  const number = line.kind === 'discount' ? /^\s*(.*\d)\s*%\s*$/.exec(typed)?.[1] : undefined
  if (number === undefined) return null
  const percent = readDecimal(number, { places: 4, least: '0', most: '100' })
  if ('problem' in percent) return percent
  const net = sumAbove(lines, line)
  if (exact(net).units <= 0n)
    return {
      problem: 'No line above this one has a price at its rate. Put the discount below the lines that it is for',
    }
  return {
    patch: {
      qty: '-1',
      unit_price: partOf(percent.value, exact(net)),
      details: workingOf(percent.value, net, currency),
    },
  }
}

/** The line that a new one follows, so that a percentage at the end counts it; null for the end of the list. */
export function lastCounted(lines: readonly QuotationItem[]): string | null {
  const sorted = lines.toSorted(byPosition)
  const at = sorted.findLastIndex((line) => percentOf(line) === null)
  return at === sorted.length - 1 ? null : (sorted[at]?.id ?? null)
}

/** A percentage whose lines come to something else by now: the sum of today, whether other rates are left out, and the change that takes it again. */
export type StaleDiscount = {
  line: QuotationItem
  percent: string
  net: string
  isOfOneRate: boolean
  change: Extract<LineChange, { kind: 'set' }> | null
}

const takenAgain = (lines: readonly QuotationItem[], line: QuotationItem, percent: string, currency?: string) => {
  const again = percentDiscount(lines, line, `${percent} %`, currency)
  return again && 'patch' in again
    ? { kind: 'set' as const, id: line.id, from: seenBefore(line, again.patch), to: again.patch }
    : null
}

/** The discounts in percent that do not fit the lines above them any more. */
export const staleDiscounts = (lines: readonly QuotationItem[], currency?: string): StaleDiscount[] =>
  lines.flatMap((line) => {
    const percent = percentOf(line)
    const net = percent === null ? '' : sumAbove(lines, line)
    return percent === null || line.details === workingOf(percent, net, currency)
      ? []
      : [
          {
            line,
            percent: shortDecimalText(percent),
            net: formatMoney(net, currency),
            isOfOneRate: lines.some(
              (one) => one.kind === 'item' && byPosition(one, line) < 0 && vatOf(one) !== vatOf(line),
            ),
            change: takenAgain(lines, line, shortDecimalText(percent), currency),
          },
        ]
  })

/** Which lines a percentage is of, in words. */
export const linesAbove = ({ isOfOneRate }: StaleDiscount): string =>
  isOfOneRate ? withTax('The lines above with the same {tax} rate') : 'The lines above'
