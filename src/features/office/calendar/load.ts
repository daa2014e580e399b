import type { Day } from './days.ts'
import type { Entry } from './entry.ts'

/** Minutes that these entries take of a day, by its clock. What is done counts too: the time is used. */
export const loadOf = (entries: readonly Entry[], day: Day): number =>
  entries.reduce((sum, { firstDay, lastDay, from, until }) => {
    if (from === null || until === null || firstDay > day || lastDay < day) return sum
    return sum + (lastDay === day ? until : 1440) - (firstDay === day ? from : 0)
  }, 0)

/** `6 h 30`, `45 min`. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = Math.round(minutes % 60)
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`
}
