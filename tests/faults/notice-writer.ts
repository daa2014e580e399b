import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../src/shared/db/database.types.ts'
import {
  type NotificationSource,
  notificationSources,
  recipientColumn,
} from '../../src/shared/domain/records/notification.ts'
import type { Person } from './people.ts'

type Service = SupabaseClient<Database>

/** The outcome of one insert: refused for sure, or, without an answer, unknown. */
export type Outcome = 'ok' | 'fail' | 'info'

export type NoticeWriter = {
  /** Writes one notice under an id of the caller's choice. Throws nothing. */
  write: (notice: { id: string; source: NotificationSource; to: Person }) => Promise<Outcome>
}

const answerWithin = 10_000

/**
 * Writes notices of all five sources with the service key `through` one address, about records that it first creates
 * `directly`. A reply notice needs its own comment for each person, so it creates `comments` of them.
 */
export async function noticeWriter(
  { directly, through }: { directly: Service; through: Service },
  { author, comments }: { author: Person; comments: number },
): Promise<NoticeWriter> {
  const [contactId, quotationId, jobId, deliveryId, partialDeliveryId, taskId] = [1, 2, 3, 4, 5, 6].map(() =>
    randomUUID(),
  )
  const number = randomUUID().slice(0, 8)
  const commentIds = Array.from({ length: comments }, () => randomUUID())
  const things: (readonly [table: string, rows: object])[] = [
    ['contacts', { id: contactId, name: 'Fern' }],
    ['quotations', { id: quotationId, quotation_number: `Q-${number}`, contact_id: contactId }],
    ['jobs', { id: jobId, job_number: number, title: 'Van', quotation_id: quotationId }],
    ['deliveries', { id: deliveryId, delivery_number: number, contact_id: contactId, project_title: 'Van' }],
    ['partial_deliveries', { id: partialDeliveryId, partial_number: number, delivery_id: deliveryId, seq: 1 }],
    ['tasks', { id: taskId, title: 'Shop front', created_by: author.id, assignees: [] }],
    ['task_comments', commentIds.map((id) => ({ id, task_id: taskId, user_id: author.id, content: 'Done' }))],
  ]
  const untyped: SupabaseClient = directly
  for (const [table, rows] of things) await untyped.from(table).insert(rows).throwOnError()

  const nextComment = new Map<string, number>()
  const commentFor = ({ id }: Person) => {
    const next = nextComment.get(id) ?? 0
    nextComment.set(id, next + 1)
    return commentIds[next % comments]
  }
  const about: Record<NotificationSource, (to: Person) => object> = {
    task_reply_notifications: (to) => ({
      task_id: taskId,
      commenter_id: author.id,
      comment_id: commentFor(to),
      task_title: 'Shop front',
    }),
    mockup_notifications: () => ({ job_id: jobId, action_type: 'approved', file_name: 'front.pdf' }),
    delivery_notifications: () => ({ delivery_id: deliveryId, project_title: 'Van' }),
    partial_delivery_notifications: () => ({ partial_delivery_id: partialDeliveryId, project_title: 'Van' }),
    notifications: () => ({ type: 'logistics_update', title: 'On its way', quotation_id: quotationId }),
  }

  const writing: SupabaseClient = through
  return {
    write: async ({ id, source, to }) => {
      const row = { id, [recipientColumn[source]]: to.id, ...about[source](to) }
      const { error } = await writing.from(source).insert(row).abortSignal(AbortSignal.timeout(answerWithin))
      if (!error) return 'ok'
      return /^[0-9A-Z]{5}$/.test(error.code ?? '') ? 'fail' : 'info'
    },
  }
}

/** Every notice that the database holds for a person: id to whether it is unread. */
export async function noticesOf(service: Service, person: Person): Promise<Map<string, { unread: boolean }>> {
  const untyped: SupabaseClient = service
  const found = await Promise.all(
    notificationSources.map((source) =>
      untyped.from(source).select('id, is_read').eq(recipientColumn[source], person.id).limit(10_000).throwOnError(),
    ),
  )
  const rows: { id: string; is_read: boolean }[] = found.flatMap(({ data }) => data)
  return new Map(rows.map((row) => [row.id, { unread: !row.is_read }]))
}
