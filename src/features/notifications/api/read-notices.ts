import { db } from '@/shared/db/client'
import {
  generalNoticeTarget,
  generalNoticeTypes,
  logisticsDetail,
  type Notice,
  type NotificationSource,
  recipientColumn,
} from '@/shared/domain/notification'

type Wanted = {
  userId: string
  /** Read notices since then (ISO 8601) are wanted too; null for unread ones only. */
  readSince: string | null
  limit: number
  signal: AbortSignal
}

/** Reads one source and tells its rows in the words of the panel. */
export const readNotices = (source: NotificationSource, wanted: Wanted): Promise<Notice[]> => readers[source](wanted)

const readers: Record<NotificationSource, (wanted: Wanted) => Promise<Notice[]>> = {
  task_reply_notifications: async (wanted) => {
    const { data } = await db
      .from('task_reply_notifications')
      .select('id, task_id, task_title, message, is_read, created_at')
      .eq(recipientColumn.task_reply_notifications, wanted.userId)
      .or(unreadOrSince(wanted.readSince))
      .order('is_read')
      .order('created_at', { ascending: false })
      .limit(wanted.limit)
      .abortSignal(wanted.signal)
      .throwOnError()
    return data.map((row) => ({
      ...common('task_reply_notifications', row),
      title: row.task_title,
      message: row.message,
      target: { kind: 'task', taskId: row.task_id },
    }))
  },

  mockup_notifications: async (wanted) => {
    const { data } = await db
      .from('mockup_notifications')
      .select('id, action_type, action_by, file_name, message, is_read, created_at, public_uuid')
      .eq(recipientColumn.mockup_notifications, wanted.userId)
      .or(unreadOrSince(wanted.readSince))
      .order('is_read')
      .order('created_at', { ascending: false })
      .limit(wanted.limit)
      .abortSignal(wanted.signal)
      .throwOnError()
    return data.map((row) => ({
      ...common('mockup_notifications', row),
      title: [mockupActions[row.action_type] ?? 'Mockup', row.file_name].filter(Boolean).join(' · '),
      message: [row.action_by, row.message].filter(Boolean).join(': '),
      target: { kind: 'mockup', publicUuid: row.public_uuid },
    }))
  },

  delivery_notifications: async (wanted) => {
    const { data } = await db
      .from('delivery_notifications')
      .select('id, delivery_id, project_title, message, is_read, created_at')
      .eq(recipientColumn.delivery_notifications, wanted.userId)
      .or(unreadOrSince(wanted.readSince))
      .order('is_read')
      .order('created_at', { ascending: false })
      .limit(wanted.limit)
      .abortSignal(wanted.signal)
      .throwOnError()
    return data.map((row) => ({
      ...common('delivery_notifications', row),
      title: row.project_title,
      message: row.message,
      target: { kind: 'delivery', deliveryId: row.delivery_id },
    }))
  },

  partial_delivery_notifications: async (wanted) => {
    const { data } = await db
      .from('partial_delivery_notifications')
      .select('id, partial_delivery_id, project_title, message, is_read, created_at')
      .eq(recipientColumn.partial_delivery_notifications, wanted.userId)
      .or(unreadOrSince(wanted.readSince))
      .order('is_read')
      .order('created_at', { ascending: false })
      .limit(wanted.limit)
      .abortSignal(wanted.signal)
      .throwOnError()
    return data.map((row) => ({
      ...common('partial_delivery_notifications', row),
      title: row.project_title,
      message: row.message,
      target: { kind: 'partialDelivery', partialDeliveryId: row.partial_delivery_id },
    }))
  },

  notifications: async (wanted) => {
    const { data } = await db
      .from('notifications')
      .select('id, title, message, metadata, quotation_id, data, is_read, created_at')
      .eq(recipientColumn.notifications, wanted.userId)
      .in('type', generalNoticeTypes)
      .or(unreadOrSince(wanted.readSince))
      .order('is_read')
      .order('created_at', { ascending: false })
      .limit(wanted.limit)
      .abortSignal(wanted.signal)
      .throwOnError()
    return data.map((row) => ({
      ...common('notifications', row),
      title: row.title,
      message: [row.message, logisticsDetail(row.data)].filter(Boolean).join(' · '),
      target: generalNoticeTarget(row),
    }))
  },
}

const mockupActions: Readonly<Record<string, string>> = {
  comment: 'Mockup comment',
  status_change: 'Mockup status changed',
  approval_request: 'Mockup approval requested',
  approved: 'Mockup approved',
  rejected: 'Mockup rejected',
  revision_requested: 'Mockup revision requested',
}

const unreadOrSince = (readSince: string | null) =>
  readSince ? `is_read.eq.false,created_at.gte.${readSince}` : 'is_read.eq.false'

const common = (source: NotificationSource, row: { id: string; is_read: boolean; created_at: string }) => ({
  source,
  id: row.id,
  isRead: row.is_read,
  createdAt: row.created_at,
})
