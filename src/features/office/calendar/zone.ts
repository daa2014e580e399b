import type { Day } from './days.ts'

/** What the clock of the company shows: a day, and the minutes since its midnight as the hands stand. */
export type WallTime = { day: Day; minutes: number }

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  clocks.set(zone, clock)
  return clock
}

/** What the clock there shows at a moment in ms. */
export function wallOf(at: number, zone: string): WallTime {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return {
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    minutes: Number(parts['hour']) * 60 + Number(parts['minute']),
  }
}

const minute = 60_000
const dayLength = 1440 * minute
const asIfUtc = ({ day, minutes }: WallTime): number => Date.parse(`${day}T00:00:00Z`) + minutes * minute

/**
 * The moment in ms at which the clock there shows that. Where clocks go back and it shows it twice, the first one; where
 * they go forward and it never does, as much later as they jump.
 */
export function instantOf(wall: WallTime, zone: string): number {
  const wanted = asIfUtc(wall)
  const offsetAt = (at: number) => asIfUtc(wallOf(at, zone)) - Math.floor(at / minute) * minute
  const before = wanted - offsetAt(wanted - dayLength)
  const after = wanted - offsetAt(wanted + dayLength)
  const shown = [before, after].filter((at) => asIfUtc(wallOf(at, zone)) === wanted)
  return shown.length > 0 ? Math.min(...shown) : before
}

/** `09:30` of 570. */
export const clockOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
