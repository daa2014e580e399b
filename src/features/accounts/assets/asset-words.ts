import { exact, sum, truncated, written } from '@/shared/domain/money/decimal'
import type { Asset, Month } from './api/assets.query'

/** `5 years`, `30 months`, `At once`. */
export function lifeText(months: number): string {
  if (months === 1) return 'At once'
  if (months % 12 !== 0) return `${String(months)} months`
  return months === 12 ? '1 year' : `${String(months / 12)} years`
}

export const stateOf = ({ disposed_on, book_value }: Pick<Asset, 'disposed_on' | 'book_value'>) =>
  disposed_on !== null ? 'disposed' : book_value === '0.00' ? 'written' : 'used'
export const stateWords = { disposed: 'Disposed of', written: 'Written off', used: 'In use' } as const

/** The sum of amounts, as decimal text. */
export const totalOf = (amounts: readonly string[]): string => written(truncated(sum(amounts.map(exact)), 2))

export type Year = { year: string; amount: string; left: string; isBooked: boolean }

/** The depreciation by calendar year, with what is left at the end of each. A year is booked when its last month is. */
export function yearsOf(months: readonly Month[]): Year[] {
  const years = [...new Set(months.map(({ on_date }) => on_date.slice(0, 4)))]
  return years.map((year) => {
    const among = months.filter(({ on_date }) => on_date.startsWith(year))
    const last = among.at(-1)
    return {
      year,
      amount: totalOf(among.map(({ amount }) => amount)),
      left: last?.left_then ?? '0.00',
      isBooked: last?.is_booked ?? false,
    }
  })
}
