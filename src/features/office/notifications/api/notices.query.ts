import { queryOptions } from '@tanstack/react-query'
import { noticesPerSource, type NotificationSource, oldestReadNotice } from '@/shared/domain/records/notification'
import { againAfterFailure, sourceKey } from './notifications-key'
import { readNotices } from './read-notices'

export const noticesKey = (userId: string, source: NotificationSource) =>
  [...sourceKey(userId, source), 'rows'] as const

/**
 * The notices of one source for the panel: unread ones always, read ones of the last 30 days only when all are
 * shown, 50 a source (spec 2 §9). Unread ones come first into those 50, so that read ones never push them out.
 */
export const noticesQuery = (userId: string, source: NotificationSource, show: 'unread' | 'all') =>
  queryOptions({
    queryKey: [...noticesKey(userId, source), show],
    queryFn: ({ signal }) =>
      readNotices(source, {
        userId,
        readSince: show === 'all' ? oldestReadNotice(Date.now()) : null,
        limit: noticesPerSource,
        signal,
      }),
    refetchInterval: againAfterFailure,
  })
