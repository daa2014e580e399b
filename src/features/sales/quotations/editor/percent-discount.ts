import { percentOf as partInCents } from '@/shared/domain/money/tax-on'
import { roundingsNow } from '@/shared/domain/text/formats'
import { counts } from '@/documents/lines'
import { vatKey } from '@/documents/totals'
import { compared, type Decimal, exact, plus, shortened, sum, written } from '@/shared/domain/money/decimal'
import { formatMoney, readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import { newId } from '@/shared/lib/new-id'
import {
  byPosition,
  documentLine,
  kindPatch,
  type LineChange,
  netText,
  newLine,
  type Patch,
  type QuotationItem,
  seenBefore,
} from './line'
import { keysAfter } from './line-keys'

type Vat = Pick<QuotationItem, 'vat_rate' | 'vat_treatment'>

const vatOf = ({ vat_rate, vat_treatment }: Vat): string =>
  vat_rate === null ? '' : vatKey(vat_rate, vat_treatment ?? 'standard')

/** What the lines above a discount come to at one rate, net: those that count. */
type RateAbove = Vat & { key: string; net: Decimal }

/** The lines above a discount by rate, in their order: what counts, earlier discounts among it. A rate with nothing left is not in it. */
function ratesAbove(lines: readonly QuotationItem[], discount: QuotationItem): RateAbove[] {
  const rates = new Map<string, RateAbove>()
  for (const line of lines.toSorted(byPosition)) {
    if (byPosition(line, discount) >= 0) break
    if ((line.kind !== 'item' && line.kind !== 'discount') || !counts(documentLine(line))) continue
    const { vat_rate, vat_treatment } = line
    const key = vatOf(line)
    const net = plus(rates.get(key)?.net ?? exact('0.00'), exact(netText(line)))
    rates.set(key, { vat_rate, vat_treatment, key, net })
  }
  return [...rates.values()].filter(({ net }) => net.units > 0n)
}

/** A percentage of a net in whole cents, as the company rounds. */
const partOf = (percent: string, net: Decimal): string =>
  written(partInCents(net, exact(percent), roundingsNow().amounts))

/** How an amount came about, in every language alike: `7.5 % × €1,000.00 = €75.00`. The client reads it under the line. */
const workingOf = (percent: string, net: Decimal, currency?: string): string =>
  `${shortDecimalText(percent)} % × ${formatMoney(written(net), currency)} = ${formatMoney(partOf(percent, net), currency)}`

/** The percentage that the further text of a discount tells; null where it tells none. Decimal text. */
export function percentOf({ kind, details }: Pick<QuotationItem, 'kind' | 'details'>): string | null {
  const typed = kind === 'discount' ? /^([\d.,]+) % × .+ = .+$/.exec(details ?? '')?.[1] : undefined
  const read = typed === undefined ? null : readDecimal(typed, { places: 4 })
  return read && 'value' in read ? read.value : null
}

/** A discount without a name of its own is called by its percentage. The database does the same (`private.named_discount`), and papers say it in their language. */
const nameOf = (description: string, percent: string): string =>
  /^(Discount( [\d.]+ %)?)?$/.test(description.trim())
    ? `Discount ${written(shortened(exact(percent)))} %`
    : description

/** Whether a line is a discount of its own below another one of its rate: its percentage is of what that one left. */
function isFurther(lines: readonly QuotationItem[], line: QuotationItem, currency?: string): boolean {
  const net = ratesAbove(lines, line).find(({ key }) => key === vatOf(line))?.net
  return net !== undefined && line.details === workingOf(percentOf(line) ?? '0', net, currency)
}

/**
 * The discounts in percent: of each the lines that it stands on, which follow one another with the same percentage, one a rate. Two come
 * to have one rate when the client does, as with reverse charge.
 */
function percentDiscounts(lines: readonly QuotationItem[], currency?: string): QuotationItem[][] {
  const groups: QuotationItem[][] = []
  let open: QuotationItem[] = []
  for (const line of lines.toSorted(byPosition)) {
    const percent = percentOf(line)
    const [first] = open
    if (percent === null) open = []
    else if (
      !first ||
      percentOf(first) !== percent ||
      (open.some((each) => vatOf(each) === vatOf(line)) && isFurther(lines, line, currency))
    )
      groups.push((open = [line]))
    else open.push(line)
  }
  return groups
}

/** `-1` and `-1.0000` are one quantity. */
const isAlike = (column: string, one: unknown, other: unknown): boolean =>
  one === other ||
  ((column === 'qty' || column === 'unit_price') &&
    typeof one === 'string' &&
    typeof other === 'string' &&
    compared(exact(one), exact(other)) === 0)

const setOf = (line: QuotationItem, patch: Patch): LineChange[] => {
  const to = Object.fromEntries(
    Object.entries(patch).filter(([column, value]) => !isAlike(column, Reflect.get(line, column), value)),
  )
  return Object.keys(to).length === 0 ? [] : [{ kind: 'set', id: line.id, from: seenBefore(line, to), to }]
}

/** The lines that take a percentage of each rate above: a line of that rate is changed, a rate without one gets it, and another line goes. */
function taken(
  lines: readonly QuotationItem[],
  group: readonly QuotationItem[],
  { rates, percent, currency }: { rates: readonly RateAbove[]; percent: string; currency: string | undefined },
): LineChange[] {
  const patchAt = ({ net }: RateAbove, line: QuotationItem | undefined): Patch => ({
    qty: '-1',
    unit_price: partOf(percent, net),
    details: workingOf(percent, net, currency),
    description: nameOf(line?.description ?? '', percent),
  })
  const own = new Map(rates.map(({ key }) => [key, group.find((line) => vatOf(line) === key)]))
  const kept = new Set(own.values())
  const free = group.filter((line) => !kept.has(line))
  const missing = rates.filter(({ key }) => !own.get(key))
  const moved = free.slice(0, missing.length)
  const fresh = missing.slice(moved.length)
  const over = free.slice(missing.length)
  const { keys, moves } = keysAfter(lines, group.at(-1)?.id ?? null, fresh.length)
  const added = fresh.map((rate, place): QuotationItem => {
    const plain = newLine(newId(), keys[place] ?? '', rate)
    return { ...plain, ...kindPatch(plain, 'discount', rate), ...patchAt(rate, group[0]) }
  })
  return [
    ...rates.flatMap((rate) => {
      const { vat_rate, vat_treatment } = rate
      const line = own.get(rate.key)
      const other = moved[missing.indexOf(rate)]
      if (line) return setOf(line, patchAt(rate, line))
      return other ? setOf(other, { ...patchAt(rate, other), vat_rate, vat_treatment }) : []
    }),
    ...(over.length > 0 ? [{ kind: 'remove' as const, lines: over }] : []),
    ...(added.length > 0 ? [...moves, { kind: 'add' as const, lines: added }] : []),
  ]
}

/**
 * The changes that a percentage in the price of a discount makes: its amount of all lines above, as one line a rate, and how each came
 * about. Null for a text that is no percentage.
 */
export function percentDiscount(
  lines: readonly QuotationItem[],
  line: QuotationItem,
  typed: string,
  currency?: string,
): { changes: LineChange[] } | { problem: string } | null {
  const number = line.kind === 'discount' ? /^\s*(.*\d)\s*%\s*$/.exec(typed)?.[1] : undefined
  if (number === undefined) return null
  const percent = readDecimal(number, { places: 4, least: '0', most: '100' })
  if ('problem' in percent) return percent
  const group = percentDiscounts(lines, currency).find((each) => each.some(({ id }) => id === line.id)) ?? [line]
  const rates = ratesAbove(lines, group[0] ?? line)
  if (rates.length === 0)
    return { problem: 'No line above this one has a price. Put the discount below the lines that it is for' }
  return { changes: taken(lines, group, { rates, percent: percent.value, currency }) }
}

/** The line that a new one follows, so that a percentage at the end counts it; null for the end of the list. */
export function lastCounted(lines: readonly QuotationItem[]): string | null {
  const sorted = lines.toSorted(byPosition)
  const at = sorted.findLastIndex((line) => percentOf(line) === null)
  return at === sorted.length - 1 ? null : (sorted[at]?.id ?? null)
}

/** A percentage whose lines come to something else by now: its first line, the ids of all, the sum of today, and the changes that take it again. */
export type StaleDiscount = {
  line: QuotationItem
  ids: string[]
  percent: string
  net: string
  /** Takes the percentage of what the lines come to now; empty where nothing is above. */
  again: LineChange[]
  /** Leaves the amounts as they are: they are no percentage any more. */
  keep: LineChange[]
}

/** The discounts in percent that do not fit the lines above them any more. */
export const staleDiscounts = (lines: readonly QuotationItem[], currency?: string): StaleDiscount[] =>
  percentDiscounts(lines, currency).flatMap((group) => {
    const [line] = group
    const percent = line && percentOf(line)
    if (!line || !percent) return []
    const rates = ratesAbove(lines, line)
    const fits =
      rates.length === group.length &&
      rates.every(({ key, net }) =>
        group.some((each) => vatOf(each) === key && each.details === workingOf(percent, net, currency)),
      )
    if (fits) return []
    const net = written(sum([exact('0.00'), ...rates.map((rate) => rate.net)]))
    return [
      {
        line,
        ids: group.map(({ id }) => id),
        percent: shortDecimalText(percent),
        net: formatMoney(net, currency),
        again: rates.length === 0 ? [] : taken(lines, group, { rates, percent, currency }),
        keep: group.flatMap((each) => setOf(each, { details: null })),
      },
    ]
  })
