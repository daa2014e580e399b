import { escaped, icsText, utc } from '@/documents/ics'

export type CalendarEntry = {
  uid: string
  /** The number of its moves: a later file replaces an earlier one. */
  sequence: number
  startsAt: string
  endsAt: string
  summary: string
  description: string
  location: string
  isCancelled: boolean
}

/** One appointment as a calendar file (.ics), in UTC. */
export const calendarFile = (entry: CalendarEntry, now: number = Date.now()): string =>
  icsText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Signwright//Appointments//EN',
    `METHOD:${entry.isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utc(new Date(now))}`,
    `DTSTART:${utc(new Date(entry.startsAt))}`,
    `DTEND:${utc(new Date(entry.endsAt))}`,
    `SUMMARY:${escaped(entry.summary)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `LOCATION:${escaped(entry.location)}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ])
