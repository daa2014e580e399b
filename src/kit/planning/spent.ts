import { zoneOfTimes } from '@/shared/domain/text/formats'
import { wallClock } from '@/shared/domain/time/zoned'

/** The minutes after midnight at which a day in the workshop begins, and how long it is. */
export const dayBegins = 8 * 60
const dayLasts = 480

/** The share of today's working hours that is over, in steps of half an hour. */
export function spentOf(now: number): number {
  const [hours = 0, minutes = 0] = wallClock(zoneOfTimes(), now).clock.split(':').map(Number)
  const over = Math.floor((hours * 60 + minutes - dayBegins) / 30) * 30
  return Math.min(1, Math.max(0, over / dayLasts))
}
