import { queryOptions } from '@tanstack/react-query'
import { generalNoticeTypes, type NotificationSource, recipientColumn } from '@/shared/domain/notification'
import { db } from '@/shared/db/client'
import { againAfterFailure, sourceKey } from './notifications-key'

export const unreadCountKey = (userId: string, source: NotificationSource) =>
  [...sourceKey(userId, source), 'unread count'] as const

/** How many unread notices of one source a person has: one request without rows. */
export const unreadCountQuery = (userId: string, source: NotificationSource) =>
  queryOptions({
    queryKey: unreadCountKey(userId, source),
    queryFn: async ({ signal }) => {
      const unread = db
        .from(source)
        .select('id', { count: 'exact', head: true })
        .filter(recipientColumn[source], 'eq', userId)
        .eq('is_read', false)
      const counted = source === 'notifications' ? unread.in('type', generalNoticeTypes) : unread
      const { count } = await counted.abortSignal(signal).throwOnError()
      return count ?? 0
    },
    refetchInterval: againAfterFailure,
  })
