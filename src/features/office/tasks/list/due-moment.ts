import { dayAroundMs } from '@/shared/domain/time/today'

/**
 * A moment at which the due date reads as at `now`, the same moment as long as the text stays the same. Rows that get
 * it are drawn again only when their text changes, not every minute.
 */
export function dueMoment({ due_at }: { due_at: string | null }, now: number): number {
  if (due_at === null) return 0
  const { start, end } = dayAroundMs(now)
  return Date.parse(due_at) < now ? end - 1 : start
}
