import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notificationSources } from '@/shared/domain/notification'
import { liveNotifications } from '@/streams/notifications/live-notifications'
import { sourceKey } from './api/notifications-key'
import { unreadCountQuery } from './api/unread-count.query'

/** How many unread notices a person has, over the five sources. Unknown counts as none. */
export const useUnreadCount = (userId: string): number =>
  useQueries({
    queries: notificationSources.map((source) => unreadCountQuery(userId, source)),
    combine: (counts) => counts.reduce((sum, { data }) => sum + (data ?? 0), 0),
  })

/**
 * The same count, and the one owner of its freshness: what the person's channel says makes counts and rows read
 * again, in the panel too. Rendered once a tab, by the bell.
 */
export function useLiveBadge(userId: string): number {
  const queryClient = useQueryClient()

  useEffect(() => {
    const subscription = liveNotifications(userId).subscribe(
      ({ source }) => void queryClient.invalidateQueries({ queryKey: sourceKey(userId, source) }),
    )
    return () => subscription.unsubscribe()
  }, [userId, queryClient])

  return useUnreadCount(userId)
}
