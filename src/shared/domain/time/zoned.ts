const formats = new Map<string, Intl.DateTimeFormat>()

function format(zone: string, key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${zone} ${key}`
  const known = formats.get(name)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })
  formats.set(name, made)
  return made
}

/** `2026-11-20`: the day of an instant where the company is. */
export const dayIn = (zone: string, at: string): string =>
  format(zone, 'day', { year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(new Date(at))
    .reduce<string[]>((day, { type, value }) => {
      const place = ['year', 'month', 'day'].indexOf(type)
      if (place >= 0) day[place] = value
      return day
    }, [])
    .join('-')

/** `09:30` */
export const clockIn = (zone: string, at: string): string =>
  format(zone, 'clock', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at))

/** `Friday 20 November 2026` */
export const longDayIn = (zone: string, at: string): string =>
  format(zone, 'long', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
    .format(new Date(at))
    .replace(',', '')

/** `Friday`, `November 20` and `2026` */
export const monthFirstIn = (zone: string, at: string): [weekday: string, dayAndMonth: string, year: string] => {
  const [weekday = '', day = '', month = '', year = ''] = longDayIn(zone, at).split(' ')
  return [weekday, `${month} ${day}`, year]
}

/** True when the reader's clock differs from the company's at that instant. */
export const differsHere = (zone: string, at: string): boolean =>
  clockIn(zone, at) !== clockIn(Intl.DateTimeFormat().resolvedOptions().timeZone, at)

/** `Europe/Paris` → `Paris` */
export const placeOf = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** What calendar and clock of a time zone show at an instant: `{ day: '2026-11-20', clock: '09:30' }`. */
export function wallClock(zone: string, at: string | number): { day: string; clock: string } {
  const parts: Record<string, string> = {}
  const hands = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const
  for (const { type, value } of format(zone, 'hands', hands).formatToParts(new Date(at))) parts[type] = value
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
