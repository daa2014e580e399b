import { countText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { type Bucket, change, type Period } from '../figures'
import { monthsOf } from '../../shared/months'

/** `4.2k` of 4200. */
export const thousands = (value: number): string =>
  value >= 1000 ? `${countText(Math.round(value / 100) / 10)}k` : countText(value)

const changeText = (words: string | null) => (words === null ? undefined : `${words} %`)

const changeNote = (one: Bucket, past: readonly Bucket[]) =>
  changeText(change(one.amount, past.find(({ bucket }) => bucket === one.bucket)?.amount ?? '0'))

export const pastOf = (one: Bucket, past: readonly Bucket[]) => past.find(({ bucket }) => bucket === one.bucket)?.amount

/** The amounts of these buckets as bars, each with that of the period before. */
export const barsOf = (buckets: readonly Bucket[], past: readonly Bucket[]) =>
  buckets.map((one) => ({
    key: one.bucket,
    name: one.name ?? '',
    value: one.amount,
    text: formatMoney(one.amount),
    note: changeNote(one, past),
    then: pastOf(one, past),
  }))

/** What the months of a chart are compared with: `The same month a year earlier`, `6 months earlier`. */
export function earlierMonthWords({ from }: Period, earlier: Period): string {
  const months = monthsOf({ from: earlier.from, to: from }).length - 1
  if (months === 12) return 'The same month a year earlier'
  if (months === 0) return 'The days before'
  return months === 1 ? 'The month before' : `${months} months earlier`
}
