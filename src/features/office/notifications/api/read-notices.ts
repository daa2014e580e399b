import { db } from '@/shared/db/client'
import {
  generalNoticeTypes,
  type Notice,
  type NotificationSource,
  recipientColumn,
} from '@/shared/domain/records/notification'
import { noticeSources } from '../notice-sources'

type Wanted = {
  userId: string
  /** Read notices since then (ISO 8601) are wanted too; null for unread ones only. */
  readSince: string | null
  limit: number
  signal: AbortSignal
}

/** Reads one source, unread notices first, each kind newest first, and tells its rows in the words of the panel. */
export async function readNotices(
  source: NotificationSource,
  { userId, readSince, limit, signal }: Wanted,
): Promise<Notice[]> {
  const { columns, toNotice } = noticeSources[source]
  const theirs = db.from(source).select(columns).filter(recipientColumn[source], 'eq', userId)
  const shown = source === 'notifications' ? theirs.in('type', generalNoticeTypes) : theirs
  const { data } = await (
    readSince === null
      ? shown.eq('is_read', false)
      : shown.or(`is_read.eq.false,created_at.gte.${readSince}`).order('is_read')
  )
    .order('created_at', { ascending: false })
    .limit(limit)
    .abortSignal(signal)
    .throwOnError()
  return data.map(toNotice)
}
