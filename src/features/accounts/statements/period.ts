import { type DayRange, dayRangeFilter } from '@/kit/list/day-range'

/** The period of a statement; it is in the address. */
export const periodFilters = { period: dayRangeFilter('Period') }

/** Both days of a period: without a last day until today, without a first one from the first of its last day's year. */
export function periodOf({ from, to }: DayRange, today: string): { from: string; to: string } {
  const last = to ?? (from !== null && from > today ? from : today)
  return { from: from ?? `${last.slice(0, 4)}-01-01`, to: last }
}
