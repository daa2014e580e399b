import { dayAfter, daysBetween } from '@/shared/domain/time/days'
import { lastOfMonth, monthsBack, monthStart } from '../shared/months'
import { shortDecimalText } from '@/shared/domain/money/money'
import { countText } from '@/shared/domain/text/formats'
import { decimal, divided, exact, minus, plus, rounded, times, written, zero } from '@/shared/domain/money/decimal'

export const parts = [
  'sales',
  'services',
  'sellers',
  'margin',
  'quotes',
  'winners',
  'late',
  'labour',
  'to_invoice',
  'receivables',
  'cash',
  'vat',
  'tax_places',
] as const
export type Part = (typeof parts)[number]

export type Line = {
  bucket: string
  name: string | null
  mark: string | null
  count: number
  amount: string
  other: string | null
}
export type Figures = Partial<Record<Part, Line[]>>

/** The lines of one bucket: the sum of each mark, and of all. */
export type Bucket = {
  bucket: string
  name: string | null
  count: number
  amount: string
  other: string
  marks: Record<string, Line>
}

/** A period of days, both included, with its name. */
export type Period = { from: string; to: string }

export const periods = [
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: '6m', label: '6 months' },
  { value: 'year', label: 'This year' },
  { value: '12m', label: '12 months' },
] as const
export type PeriodName = (typeof periods)[number]['value']

/** The days of a named period that ends today. */
export function periodOf(name: PeriodName, today: string): Period {
  const month = Number(today.slice(5, 7))
  const from = {
    month: monthStart(today, 0),
    quarter: monthStart(today, -((month - 1) % 3)),
    '6m': monthStart(today, -5),
    year: `${today.slice(0, 4)}-01-01`,
    '12m': monthStart(today, -11),
  }[name]
  return { from, to: today }
}

/**
 * The whole period of which `period` is shown up to today (`YYYY-MM-DD`): its month, quarter or year, chosen days that begin with a month to
 * its end; null when it is over.
 */
export function runningPeriod(name: PeriodName | null, { from, to }: Period, today: string): Period | null {
  if (to < today) return null
  if (name === 'quarter') return { from, to: lastOfMonth(monthStart(from, 2)) }
  if (name === 'year') return { from, to: `${from.slice(0, 4)}-12-31` }
  return { from, to: name === null && (to > today || !from.endsWith('-01')) ? to : lastOfMonth(to) }
}

/** The last month and the last quarter that are over: what is filed next. */
export const periodsOver = (today: string): Period[] => [
  { from: monthStart(today, -1), to: dayAfter(monthStart(today, 0), -1) },
  quarterBefore(periodOf('quarter', today)),
]
const quarterBefore = ({ from }: Period): Period => ({ from: monthStart(from, -3), to: dayAfter(from, -1) })

/**
 * The period for comparison. A year and twelve months are compared with the same days a year earlier, shorter periods
 * with the one before up to the same day of the month, and chosen days with as many days before them.
 */
export function before(name: PeriodName | null, { from, to }: Period): Period {
  if (name === 'year' || name === '12m') return { from: monthsBack(from, 12), to: monthsBack(to, 12) }
  if (name === null) return { from: dayAfter(from, -daysBetween(from, to) - 1), to: dayAfter(from, -1) }
  const months = { month: 1, quarter: 3, '6m': 6 }[name]
  return { from: monthStart(from, -months), to: monthsBack(to, months) }
}

export const totalOf = (lines: readonly Line[] | undefined, part: 'amount' | 'other' = 'amount'): string =>
  written((lines ?? []).reduce((all, line) => plus(all, exact(line[part] ?? '0')), zero))

export const countOf = (lines: readonly Line[] | undefined): number =>
  (lines ?? []).reduce((all, { count }) => all + count, 0)

/** The lines by bucket; `order` names the buckets that are there even when nothing is in them, and their order. */
export function bucketsOf(lines: readonly Line[] | undefined, order?: readonly string[]): Bucket[] {
  const found = new Map<string, Bucket>(
    (order ?? []).map((bucket) => [bucket, { bucket, name: null, count: 0, amount: '0', other: '0', marks: {} }]),
  )
  for (const line of lines ?? []) {
    const one = found.get(line.bucket) ?? {
      bucket: line.bucket,
      name: line.name,
      count: 0,
      amount: '0',
      other: '0',
      marks: {},
    }
    found.set(line.bucket, {
      ...one,
      name: one.name ?? line.name,
      count: one.count + line.count,
      amount: written(plus(exact(one.amount), exact(line.amount))),
      other: written(plus(exact(one.other), exact(line.other ?? '0'))),
      marks: line.mark === null ? one.marks : { ...one.marks, [line.mark]: line },
    })
  }
  return [...found.values()]
}

/** The largest first. */
export const byAmount = (buckets: readonly Bucket[]): Bucket[] =>
  [...buckets].sort((one, other) => Number(other.amount) - Number(one.amount))

/** A part of a whole in per cent with one decimal: `37.5`; null when the whole is zero. */
export function share(part: string | number, whole: string | number): string | null {
  const [a, b] = [decimal(part), decimal(whole)]
  const ratio = a && b ? divided(times(a, exact('100')), b, 1) : null
  return ratio && written(ratio)
}

/**
 * The lines of the part `margin` by what is known: of `known` lines amount and other are net and cost, of `unknown` ones net and the number
 * of lines without a cost.
 */
export function marginLines(lines: readonly Line[] | undefined): { known: Line[]; unknown: Line[] } {
  const of = (isUnknown: boolean) => (lines ?? []).filter(({ mark }) => (mark === 'unknown') === isUnknown)
  return { known: of(false), unknown: of(true) }
}

/** How many lines have no known cost: `1 line without a cost`; null where every line has one. */
export function withoutCost(lines: readonly Line[] | undefined): string | null {
  const count = Number(totalOf(marginLines(lines).unknown, 'other'))
  return count === 0 ? null : `${countText(count)} ${count === 1 ? 'line' : 'lines'} without a cost`
}

/** The margin of the lines whose cost is known, in per cent of their sale. */
export function knownMargin(lines: readonly Line[] | undefined): string | null {
  const { known } = marginLines(lines)
  return marginOf(totalOf(known), totalOf(known, 'other'))
}

/** The margin in per cent of the sale. */
export const marginOf = (net: string, cost: string): string | null => share(minusOf(net, cost), net)
export const minusOf = (one: string, other: string): string => written(minus(exact(one), exact(other)))
export const plusOf = (one: string, other: string): string => written(plus(exact(one), exact(other)))

/** Won of those that were answered or ran out, in per cent. */
export function winRate(marks: Record<string, { count: number }>): string | null {
  const won = marks['won']?.count ?? 0
  return share(won, won + (marks['lost']?.count ?? 0) + (marks['expired']?.count ?? 0))
}

/** How many of the finished jobs were late, and by how much: `18 of 45 were late, by 7.8 days on average.` */
export function lateWords(lines: readonly Line[] | undefined): string {
  const done = (lines ?? []).filter(({ bucket }) => bucket !== 'now' && bucket !== 'risk')
  const late = done.filter(({ mark }) => mark === 'late')
  if (late.length === 0) return done.length === 0 ? '' : 'None was late.'
  const days = divided(exact(totalOf(late)), exact(String(countOf(late))), 3)
  const mean = days ? shortDecimalText(written(rounded(days, 1))) : ''
  return `${countText(countOf(late))} of ${countText(countOf(done))} ${countOf(late) === 1 ? 'was' : 'were'} late, by ${mean} ${mean === '1' ? 'day' : 'days'} on average.`
}

/** More or less than before, in whole per cent with its sign: `+12`; null where there was nothing before. */
export function change(now: string | number, then: string | number): string | null {
  const [a, b] = [decimal(now), decimal(then)]
  const more = a && b ? divided(times(minus(a, b), exact('100')), b, 4) : null
  if (!more) return null
  const text = written(rounded(more, 0))
  return text.startsWith('-') || text === '0' ? text : `+${text}`
}

const levelOrder = ['state', 'county', 'city', 'district', 'other']

/** The jurisdictions of the part `tax_places`, states first; sales of no known place are last. A bucket is `state Texas`. */
export function jurisdictionsOf(lines: readonly Line[]): { bucket: string; name: string; level: string }[] {
  const names = new Map(lines.map(({ bucket, name }) => [bucket, name ?? '']))
  names.delete('all')
  return [...names]
    .map(([bucket, name]) => ({ bucket, name, level: bucket.split(' ')[0] ?? '' }))
    .sort((a, b) => levelOrder.indexOf(a.level) - levelOrder.indexOf(b.level) || (a.name < b.name ? -1 : 1))
}
