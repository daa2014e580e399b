import { zoneOfTimes } from '@/shared/domain/text/formats'
import { dayAroundMs } from '@/shared/domain/time/today'

let asked = { zone: '', now: NaN, day: { start: NaN, end: NaN } }

/** The last answer is kept: thousands of rows ask for one moment, and a calendar day costs some tenths of a millisecond. */
function dayAround(now: number) {
  const zone = zoneOfTimes()
  if (asked.zone !== zone || asked.now !== now) asked = { zone, now, day: dayAroundMs(now) }
  return asked.day
}

/**
 * A moment at which the due date reads as at `now`, the same moment as long as the text stays the same. Rows that get
 * it are drawn again only when their text changes, not every minute.
 */
export function dueMoment({ due_at }: { due_at: string | null }, now: number): number {
  if (due_at === null) return 0
  const { start, end } = dayAround(now)
  return Date.parse(due_at) < now ? end - 1 : start
}
