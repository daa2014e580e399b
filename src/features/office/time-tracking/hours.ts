import { z } from 'zod'
import { dayAfter, daysBetween, mondayOf } from '@/shared/domain/time/days'

const hoursSchema = z.array(
  z
    .object({
      day: z.string(),
      user_id: z.string(),
      person: z.string(),
      client_name: z.string().nullable(),
      business_name: z.string().nullable(),
      seconds: z.number(),
      is_running: z.boolean(),
    })
    .transform((row) => ({
      day: row.day,
      userId: row.user_id,
      person: row.person,
      client: row.client_name ?? '',
      business: row.business_name ?? '',
      seconds: row.seconds,
      isRunning: row.is_running,
    })),
)

/** Seconds of one day (YYYY-MM-DD), person, client and business. `isRunning` while they still grow. */
export type HoursRow = z.infer<typeof hoursSchema>[number]

/** Rows as of `readAt`, in ms of `performance.now`. */
export type ReadHours = { rows: HoursRow[]; readAt: number }

/** Reads the answer of `time_summary`. Throws for another shape. */
export const readHours = (answer: unknown): HoursRow[] => hoursSchema.parse(answer)

export const groupings = ['day', 'week', 'person', 'client'] as const
export type Grouping = (typeof groupings)[number]

export const groupingLabels: Record<Grouping, string> = { day: 'Day', week: 'Week', person: 'Person', client: 'Client' }

const clientOf = ({ client, business }: Pick<HoursRow, 'client' | 'business'>): string =>
  [client, business].filter(Boolean).join(' · ') || 'No client'

export type HoursGroup = { key: string; label: string; seconds: number; running: number; rows: HoursRow[] }

const keyOf: Record<Grouping, (row: HoursRow) => string> = {
  day: (row) => row.day,
  week: (row) => mondayOf(row.day),
  person: (row) => row.userId,
  client: clientOf,
}

/** Sums by group: days and weeks newest first, people and clients with the most hours first. */
export function groupHours(rows: readonly HoursRow[], by: Grouping): HoursGroup[] {
  const groups = Object.entries(Object.groupBy(rows, keyOf[by])).map(([key, members = []]): HoursGroup => ({
    key,
    label: by === 'person' ? (members[0]?.person ?? key) : key,
    seconds: sumOf(members),
    running: members.filter(({ isRunning }) => isRunning).length,
    rows: members,
  }))
  return by === 'day' || by === 'week'
    ? groups.toSorted((a, b) => b.key.localeCompare(a.key))
    : groups.toSorted((a, b) => b.seconds - a.seconds || a.label.localeCompare(b.label))
}

export const sumOf = (rows: readonly Pick<HoursRow, 'seconds'>[]): number =>
  rows.reduce((sum, { seconds }) => sum + seconds, 0)

/** Every day from one to another, both YYYY-MM-DD and both counted. */
export function daysFrom(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, place) => dayAfter(from, place))
}

export const spans = ['this-week', 'last-week', 'this-month', 'last-month'] as const
export type Span = (typeof spans)[number]

export const spanLabels: Record<Span, string> = {
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
}

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`

/** The first and the last day of a span, seen from a day. Weeks start on Monday. */
export function spanAround(span: Span, today: string): { from: string; to: string } {
  const monday = mondayOf(today)
  const first = firstOfMonth(today)
  const last = dayAfter(first, -1)
  switch (span) {
    case 'this-week':
      return { from: monday, to: dayAfter(monday, 6) }
    case 'last-week':
      return { from: dayAfter(monday, -7), to: dayAfter(monday, -1) }
    case 'this-month':
      return { from: first, to: dayAfter(firstOfMonth(dayAfter(first, 31)), -1) }
    case 'last-month':
      return { from: firstOfMonth(last), to: last }
  }
}
