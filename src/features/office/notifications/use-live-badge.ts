import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type UnreadCounts, unreadCountsQuery, unreadOf } from './api/unread-counts.query'
import { keepNoticesFresh } from './fresh-notices'

/** A person's unread notices by source. Undefined until the first read; after a failure the last numbers stay. */
export const useUnreadCounts = (userId: string): UnreadCounts | undefined => useQuery(unreadCountsQuery(userId)).data

/** The sum of these counts. */
export const useUnreadCount = (userId: string): number => unreadOf(useUnreadCounts(userId))

/** The cached unread number; 0 for visitors. It sends no request. */
export function useKnownUnread(userId: string | null): number {
  const { data } = useQuery({ ...unreadCountsQuery(userId ?? ''), enabled: false, refetchInterval: false })
  return userId === null ? 0 : unreadOf(data)
}

/**
 * The same sum. It also keeps counts and rows fresh: the person's channel makes both read again, in the panel too.
 * Rendered once a tab, by the bell.
 */
export function useLiveBadge(userId: string): number {
  const queryClient = useQueryClient()

  useEffect(() => {
    const subscription = keepNoticesFresh(userId, queryClient).subscribe()
    return () => subscription.unsubscribe()
  }, [userId, queryClient])

  return useUnreadCount(userId)
}
