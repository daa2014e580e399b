import { fields, orMissing, text } from './mini-schema.ts'
import { isRecordKind, type RecordKind } from './record-kind.ts'

/** The tables that notices come from, one stream each (spec 2 §3, §7). */
export const notificationSources = [
  'task_reply_notifications',
  'mockup_notifications',
  'delivery_notifications',
  'partial_delivery_notifications',
  'notifications',
] as const
export type NotificationSource = (typeof notificationSources)[number]

/** The name of each source on the screen. */
export const sourceNames: Readonly<Record<NotificationSource, string>> = {
  task_reply_notifications: 'Task replies',
  mockup_notifications: 'Mockups',
  delivery_notifications: 'Deliveries',
  partial_delivery_notifications: 'Partial deliveries',
  notifications: 'Tasks and logistics',
}

/** The source of this name; null for another text, such as the choice of all sources. */
export const sourceOf = (name: string): NotificationSource | null =>
  notificationSources.find((source) => source === name) ?? null

/** The types of the general table that the panel shows and the badge counts: docs/decisions/0011. */
export const generalNoticeTypes = ['task_assigned', 'task_mentioned', 'logistics_update'] as const

/** The recipient's column in each table. */
export const recipientColumn = {
  task_reply_notifications: 'user_id',
  mockup_notifications: 'notified_user_id',
  delivery_notifications: 'notified_user_id',
  partial_delivery_notifications: 'notified_user_id',
  notifications: 'user_id',
} as const satisfies Record<NotificationSource, string>

/** The record of a notice; a click on the notice opens it. Mockups use their public uuid. */
export type NoticeTarget = {
  kind: RecordKind
  id: string
  /** The element of the record's page that the notice is about, as an address names it after `#`. */
  part?: string
}

/** One line of the panel, whichever table it came from. */
export type Notice = {
  source: NotificationSource
  id: string
  title: string
  message: string
  /** The first words of what was said; absent where nothing was. */
  words?: string
  /** ISO 8601. */
  createdAt: string
  isRead: boolean
  /** Null for a notice about no record, and for a mockup without a uuid. */
  target: NoticeTarget | null
}

/** Only these two numbers limit the panel (spec 2 §9). */
export const noticesPerSource = 50
const readNoticesKeptFor = 30 * 24 * 60 * 60 * 1000

/** Days of a notice that was read are counted back from `now` (ms); returns ISO 8601. */
export const oldestReadNotice = (now: number): string => new Date(now - readNoticesKeptFor).toISOString()

export type NoticeOrder = 'oldest' | 'newest'

/** All sources in one list. Notices of the same instant are ordered by id, so the order of the answers does not matter. */
export function arrangeNotices(notices: readonly Notice[], order: NoticeOrder): Notice[] {
  const oldestFirst = (a: Notice, b: Notice) =>
    Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id.localeCompare(b.id)
  return notices.toSorted(order === 'oldest' ? oldestFirst : (a, b) => oldestFirst(b, a))
}

/** The latest time (ISO 8601) among these notices; null without any. */
export function lastSeen(notices: readonly Notice[]): string | null {
  if (notices.length === 0) return null
  const newest = notices.reduce((latest, { createdAt }) => Math.max(latest, Date.parse(createdAt)), 0)
  return new Date(newest + 1).toISOString()
}

const taskMetadata = fields({ task_id: text })
/** Written by `private.tell_people`. */
const recordMetadata = fields({ record_kind: text, record_id: text })
const partOfRecord = fields({ part: text })
const logisticsData = fields({ quotation_number: orMissing(text), contact_name: orMissing(text) })

/** Notices of what visitors sent: the record stands in `data`. */
const briefData = fields({ brief_id: text })
const bookingData = fields({ booking_id: text })

const partOf = (told: unknown): Pick<NoticeTarget, 'part'> => {
  const { data } = partOfRecord.safeParse(told)
  return data && /^[a-z]+-[\w-]{1,40}$/.test(data.part) ? { part: data.part } : {}
}

/** The record of a general notice. Its `metadata` and `data` are `jsonb` of any origin, so their shape is checked. */
export function generalNoticeTarget(row: {
  metadata: unknown
  quotation_id: string | null
  data?: unknown
}): NoticeTarget | null {
  const metadata = taskMetadata.safeParse(row.metadata)
  if (metadata.success) return { kind: 'task', id: metadata.data.task_id }
  const record = recordMetadata.safeParse(row.metadata)
  if (record.success && isRecordKind(record.data.record_kind))
    return { kind: record.data.record_kind, id: record.data.record_id, ...partOf(row.metadata) }
  const brief = briefData.safeParse(row.data)
  if (brief.success) return { kind: 'brief', id: brief.data.brief_id }
  const booking = bookingData.safeParse(row.data)
  if (booking.success) return { kind: 'booking', id: booking.data.booking_id }
  return row.quotation_id ? { kind: 'quotation', id: row.quotation_id, ...partOf(row.data) } : null
}

/** The number and client of the quotation in a logistics notice, as far as they are known. */
export function logisticsDetail(data: unknown): string {
  const parsed = logisticsData.safeParse(data)
  if (!parsed.success) return ''
  return [parsed.data.quotation_number, parsed.data.contact_name].filter(Boolean).join(' · ')
}

/**
 * The id of the notice that tells a person of an assignment: always the same for the same two ids, so that saving a
 * task a second time tells nobody twice. Both are uuids.
 */
export function assignmentNoticeId(taskId: string, userId: string): string {
  const person = userId.replaceAll('-', '')
  let digit = 0
  return taskId.replace(/[0-9a-f]/gi, (character) => {
    const mixed = Number.parseInt(character, 16) ^ Number.parseInt(person[digit] ?? '0', 16)
    digit += 1
    return mixed.toString(16)
  })
}
