import { isDay } from '@/shared/domain/time/days'
import { zoneOfTimes } from '@/shared/domain/text/formats'
import { instantOf, wallClock } from '@/shared/domain/time/zoned'
import { readTime } from './read-time'

/** A moment for its two fields, in the company's zone: `2026-11-20T09:30:00`; empty for an invalid one. */
export function toField(at: string | null): string {
  const moment = Date.parse(at ?? '')
  if (Number.isNaN(moment)) return ''
  const { day, clock } = wallClock(zoneOfTimes(), moment)
  return `${day}T${clock}:${String(new Date(moment).getUTCSeconds()).padStart(2, '0')}`
}

/**
 * The field's moment in UTC. Returns `was` while the field still shows it, so that opening a form does not change the
 * stored value.
 */
export function fromField(field: string, was: string | null): string | null {
  if (field === toField(was)) return was
  const [day = '', typed = ''] = field.split('T')
  const clock = readClock(typed)
  if (clock === null || !isDay(day)) return null
  return new Date(instantOf(zoneOfTimes(), day, clock.slice(0, 5)) + Number(clock.slice(6)) * 1000).toISOString()
}

/** A typed time of day, with or without seconds; null for other text. */
function readClock(typed: string): string | null {
  const [, start = '', seconds = '00'] = /^\s*(\d{1,2}:\d\d):([0-5]\d)\s*$/.exec(typed) ?? [null, typed]
  const time = readTime(start)
  return time === null ? null : `${time}:${seconds}`
}
