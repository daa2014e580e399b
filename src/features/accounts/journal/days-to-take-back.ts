import { dayAfter } from '@/shared/domain/time/days'

/**
 * The days that are offered for taking an entry back: its own, or the first open one after it; and the first of the next month,
 * where that is open and another day.
 */
export function daysToTakeBack(day: string, closedTo: string | null): string[] {
  const own = closedTo !== null && day <= closedTo ? dayAfter(closedTo, 1) : day
  const next = firstOfNextMonth(day)
  return [own, ...(next > own ? [next] : [])]
}

function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${String(year)}-${String(month + 1).padStart(2, '0')}-01`
}
