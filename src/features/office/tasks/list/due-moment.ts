import { dayAroundMs } from '@/shared/domain/time/today'

/**
 * A moment at which the due date of a task reads as it does at `now`, the same one for as long as it reads so. A list
 * that tells its rows the time by it draws only those again whose words change, not all of them every minute.
 */
export function dueMoment({ due_at }: { due_at: string | null }, now: number): number {
  if (due_at === null) return 0
  const { start, end } = dayAroundMs(now)
  return Date.parse(due_at) < now ? end - 1 : start
}
