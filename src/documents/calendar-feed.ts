import { z } from 'zod'
import { dayAfter } from '../shared/domain/time/days.ts'
import { escaped, icsText, utc } from './ics.ts'

/** The answer of `get_calendar_feed`. Times are ISO 8601; all-day entries have days instead. */
export const feedSchema = z.object({
  name: z.string(),
  company: z.string().nullable(),
  zone: z.string(),
  entries: z.array(
    z.object({
      kind: z.string(),
      id: z.string(),
      title: z.string(),
      detail: z.string().nullable(),
      number: z.string().nullable(),
      starts_at: z.string().nullable(),
      ends_at: z.string().nullable(),
      first_day: z.string().nullable(),
      last_day: z.string().nullable(),
      status: z.string(),
      amount: z.string().nullable(),
      /** The record that it belongs to: the job of a step. */
      parent_id: z.string().nullish(),
      /** The place as a map search finds it. */
      place: z.string().nullish(),
    }),
  ),
})
export type CalendarFeed = z.infer<typeof feedSchema>
type FeedEntry = CalendarFeed['entries'][number]

const kinds: Readonly<Record<string, string>> = {
  job: 'Due',
  step: 'Step',
  delivery: 'Delivery',
  installation: 'Installation',
  booking: 'Appointment',
  task: 'Task',
  shift: 'Shift',
  payment: 'Payment expected',
  closure: 'Closed',
}

/**
 * A calendar that other programs read again and again: iCalendar (RFC 5545), whole days as days, all else in UTC. Events
 * lead to their records below `siteUrl`.
 */
export const calendarFeedText = (feed: CalendarFeed, at: Date, siteUrl: string): string =>
  icsText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Signwright//Calendar//EN',
    'METHOD:PUBLISH',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped([feed.name, feed.company].filter(Boolean).join(' · '))}`,
    `X-WR-TIMEZONE:${escaped(feed.zone)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...feed.entries.flatMap((entry) => eventOf(entry, at, siteUrl)),
    'END:VCALENDAR',
  ])

function eventOf(entry: FeedEntry, at: Date, siteUrl: string): string[] {
  const times = timesOf(entry)
  if (times === null) return []
  const kind = kinds[entry.kind]
  const description = [entry.detail, entry.number, entry.amount].filter(Boolean).join('\n')
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(`${entry.kind}-${entry.id}@signwright`)}`,
    `DTSTAMP:${utc(at)}`,
    ...times,
    `SUMMARY:${escaped(kind ? `${kind}: ${entry.title}` : entry.title)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(entry.place ? [`LOCATION:${escaped(entry.place)}`] : []),
    `URL:${siteUrl.replace(/\/$/, '')}${addressOf(entry)}`,
    `CATEGORIES:${escaped(entry.kind)}`,
    `STATUS:${entry.status === 'requested' ? 'TENTATIVE' : 'CONFIRMED'}`,
    ...(entry.first_day === null ? [] : ['TRANSP:TRANSPARENT']),
    'END:VEVENT',
  ]
}

/** The end of whole days is the day after the last (RFC 5545 §3.6.1). Null for an entry without a time. */
function timesOf({ starts_at, ends_at, first_day, last_day }: FeedEntry): string[] | null {
  if (starts_at && ends_at) return [`DTSTART:${utc(new Date(starts_at))}`, `DTEND:${utc(new Date(ends_at))}`]
  if (!first_day || !last_day) return null
  const plain = (day: string) => day.replaceAll('-', '')
  return [`DTSTART;VALUE=DATE:${plain(first_day)}`, `DTEND;VALUE=DATE:${plain(dayAfter(last_day, 1))}`]
}

/** The screen of an entry, as the calendar of the office opens it. Ids are UUIDs: nothing in them needs escaping. */
function addressOf({ kind, id, parent_id }: FeedEntry): string {
  switch (kind) {
    case 'job':
      return `/jobs?job=${id}`
    case 'step':
      return `/jobs?job=${parent_id ?? ''}`
    case 'delivery':
    case 'installation':
      return `/deliveries/${id}`
    case 'task':
      return `/tasks?task=${id}`
    case 'payment':
      return `/invoices/${id}`
    case 'booking':
      return `/booking-list?booking=${id}`
    case 'closure':
      return '/booking-list?tab=hours'
    default:
      return '/staff-scheduling'
  }
}
