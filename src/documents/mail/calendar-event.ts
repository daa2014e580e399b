import { z } from 'zod'
import { escaped, icsText, utc } from '../ics.ts'

/** An attachment of the queue that becomes an .ics file. Times are ISO 8601. */
export const eventSchema = z.object({
  type: z.literal('event'),
  uid: z.string().min(1),
  /** Rises with each change of the same uid. */
  sequence: z.number().int().min(0).default(0),
  method: z.enum(['REQUEST', 'CANCEL', 'PUBLISH']).default('REQUEST'),
  starts_at: z.string(),
  ends_at: z.string(),
  summary: z.string(),
  location: z.string().nullish(),
  description: z.string().nullish(),
})
export type CalendarEvent = z.infer<typeof eventSchema>

/**
 * An appointment as iCalendar (RFC 5545): UTC, CRLF, lines of at most 75 bytes. The same uid with a higher sequence
 * moves it, method CANCEL removes it. Throws on invalid times.
 */
export function calendarText(event: CalendarEvent, organiser: { name: string; email: string }, at: Date): string {
  const invites = event.method !== 'PUBLISH'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Signwright//EN',
    `METHOD:${event.method}`,
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(at)}`,
    `DTSTART:${utc(new Date(event.starts_at))}`,
    `DTEND:${utc(new Date(event.ends_at))}`,
    `SUMMARY:${escaped(event.summary)}`,
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    ...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
    ...(invites && organiser.email
      ? [`ORGANIZER;CN="${organiser.name.replace(/[\r\n"]/g, ' ')}":mailto:${organiser.email.replace(/[\r\n]/g, '')}`]
      : []),
    `STATUS:${event.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return icsText(lines)
}
