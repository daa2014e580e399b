const formats = new Map<string, Intl.DateTimeFormat>()

function format(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, made)
  return made
}

/** What calendar and clock of a time zone show at an instant: `{ day: '2026-11-20', clock: '09:30' }`. */
export function wallClock(zone: string, at: string | number): { day: string; clock: string } {
  const parts: Record<string, string> = {}
  for (const { type, value } of format(zone).formatToParts(new Date(at))) parts[type] = value
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts
  return { day: `${year}-${month}-${day}`, clock: `${hour}:${minute}` }
}

const asUtc = (day: string, clock: string) => Date.parse(`${day}T${clock}:00Z`)

/**
 * The instant at which calendar and clock of a time zone show this, in ms. A time that the spring change leaves out is
 * counted on from the old time (02:30 is 03:30); of a time that comes twice in autumn it is the second, in winter time.
 * PostgreSQL has it so for `timestamp at time zone`.
 */
export function instantOf(zone: string, day: string, clock: string): number {
  const wanted = asUtc(day, clock)
  const offsetAt = (instant: number) => {
    const shown = wallClock(zone, instant)
    return asUtc(shown.day, shown.clock) - instant
  }
  const before = wanted - offsetAt(wanted - 86_400_000)
  const after = wanted - offsetAt(wanted + 86_400_000)
  const shows = (instant: number) => offsetAt(instant) === wanted - instant
  return shows(after) ? after : before
}
