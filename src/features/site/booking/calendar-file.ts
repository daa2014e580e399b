export type CalendarEntry = {
  uid: string
  /** How often it was moved: a later file replaces an earlier one. */
  sequence: number
  startsAt: string
  endsAt: string
  summary: string
  description: string
  location: string
  isCancelled: boolean
}

const instant = (at: string | number): string => new Date(at).toISOString().replaceAll(/[-:]/g, '').replace(/\.\d+/, '')
const escaped = (words: string): string =>
  words.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|\r|\n/g, '\\n')

/** A line of at most 75 bytes, continued on lines that begin with a space (RFC 5545 §3.1). */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let folding = ''
  let bytes = 0
  for (const sign of line) {
    const size = encoder.encode(sign).length
    if (bytes + size > 74) {
      folding += '\r\n '
      bytes = 1
    }
    folding += sign
    bytes += size
  }
  return folding
}

/** One appointment as a calendar file (.ics), in UTC. */
export const calendarFile = (entry: CalendarEntry, now: number = Date.now()): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Signwright//Appointments//EN',
    `METHOD:${entry.isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${instant(now)}`,
    `DTSTART:${instant(entry.startsAt)}`,
    `DTEND:${instant(entry.endsAt)}`,
    `SUMMARY:${escaped(entry.summary)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `LOCATION:${escaped(entry.location)}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
