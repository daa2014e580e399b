import {
  anything,
  fields,
  flag,
  orNull,
  type ReadBy,
  type Reader,
  type Shape,
  text,
} from '@/shared/domain/records/mini-schema'
import { plainTextOf } from '@/shared/domain/text/task-description'
import type { Database } from '@/shared/db/database.types'
import {
  generalNoticeTarget,
  logisticsDetail,
  type Notice,
  type NotificationSource,
} from '@/shared/domain/records/notification'

/** A source of notices: the columns to read, and how a row becomes a notice. */
type NoticeSource = {
  columns: string
  /** Throws when the row is not of this source. */
  toNotice: (row: unknown) => Notice
}

const everyNotice = { id: text, is_read: flag, created_at: text }
const everyNoticeSchema = fields(everyNotice)

export const noticeSources: Readonly<Record<NotificationSource, NoticeSource>> = {
  task_reply_notifications: withWords(
    tell('task_reply_notifications', { task_id: text, task_title: text, message: text }, (row) => ({
      title: row.task_title,
      message: row.message,
      target: { kind: 'task', id: row.task_id },
    })),
  ),
  mockup_notifications: tell(
    'mockup_notifications',
    {
      action_type: text,
      action_by: orNull(text),
      file_name: orNull(text),
      message: text,
      public_uuid: orNull(text),
      comment_id: orNull(text),
    },
    (row) => ({
      title: joined(' · ', mockupActions[row.action_type] ?? 'Mockup', row.file_name),
      message: joined(': ', row.action_by, row.message),
      target:
        row.public_uuid === null
          ? null
          : { kind: 'mockup', id: row.public_uuid, ...(row.comment_id ? { part: `comment-${row.comment_id}` } : {}) },
    }),
  ),
  delivery_notifications: tell(
    'delivery_notifications',
    { delivery_id: text, project_title: text, message: text },
    (row) => ({
      title: row.project_title,
      message: row.message,
      target: { kind: 'delivery', id: row.delivery_id },
    }),
  ),
  partial_delivery_notifications: tell(
    'partial_delivery_notifications',
    { partial_delivery_id: text, project_title: text, message: text },
    (row) => ({
      title: row.project_title,
      message: row.message,
      target: { kind: 'partial_delivery', id: row.partial_delivery_id },
    }),
  ),
  notifications: tell(
    'notifications',
    {
      title: text,
      message: text,
      metadata: anything,
      quotation_id: orNull(text),
      data: anything,
    },
    (row) => ({
      title: row.title,
      message: joined(' · ', row.message, logisticsDetail(row.data)),
      target: generalNoticeTarget(row),
    }),
  ),
}

const mockupActions: Readonly<Record<string, string>> = {
  comment: 'Mockup comment',
  status_change: 'Mockup status changed',
  approval_request: 'Mockup approval requested',
  approved: 'Mockup approved',
  rejected: 'Mockup rejected',
  revision_requested: 'Mockup revision requested',
}

type ColumnOf<Source extends NotificationSource> = keyof Database['public']['Tables'][Source]['Row']

/** Defines a source by its columns beside the common ones. An unknown column name does not compile. */
function tell<Source extends NotificationSource, Parts extends Record<string, Reader<unknown>>>(
  source: Source,
  parts: Parts & Record<Exclude<keyof Parts, ColumnOf<Source>>, never>,
  words: (row: { [Name in keyof Parts]: ReadBy<Parts[Name]> }) => Pick<Notice, 'title' | 'message' | 'target'>,
): NoticeSource {
  const schema: Shape<{ [Name in keyof Parts]: ReadBy<Parts[Name]> }> = fields<Parts>(parts)
  return {
    columns: [...Object.keys(everyNotice), ...Object.keys(parts)].join(', '),
    toNotice: (row) => {
      const { id, is_read, created_at } = everyNoticeSchema.parse(row)
      return { source, id, isRead: is_read, createdAt: created_at, ...words(schema.parse(row)) }
    },
  }
}

/** The first words of a comment: enough to know what it is about. */
const mostWords = 140

const commentSchema = fields({ comment: orNull(fields({ content: text })) })

/** The source of replies with the comment of each, as it reads now. */
function withWords({ columns, toNotice }: NoticeSource): NoticeSource {
  return {
    columns: `${columns}, comment:task_comments(content)`,
    toNotice: (row) => {
      const said = commentSchema.safeParse(row).data?.comment?.content ?? ''
      const words = plainTextOf(said).replaceAll('\n', ' ')
      const notice = toNotice(row)
      if (words === '') return notice
      return { ...notice, words: words.length > mostWords ? `${words.slice(0, mostWords).trimEnd()}…` : words }
    },
  }
}

const joined = (between: string, ...parts: (string | null)[]) => parts.filter(Boolean).join(between)
