import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { filter, map, merge, share, tap } from 'rxjs'
import { type NotificationSource, notificationSources } from '@/shared/domain/notification'
import { liveNotifications, polledCounts, tellCounts } from '@/streams/notifications/live-notifications'
import { staleCounts } from '@/streams/notifications/notification-signals'
import { oneAtATime } from '@/streams/realtime/one-at-a-time'
import { noticesKey } from './api/notices.query'
import {
  type UnreadCounts,
  unreadCountsKey,
  unreadCountsQuery,
  unreadCountsSchema,
  unreadOf,
} from './api/unread-counts.query'

/**
 * How many unread notices a person has of each source. Undefined until they were read once, which shows as none; after
 * a failure the last numbers stay.
 */
export const useUnreadCounts = (userId: string): UnreadCounts | undefined => useQuery(unreadCountsQuery(userId)).data

/** The sum of these counts. */
export const useUnreadCount = (userId: string): number => unreadOf(useUnreadCounts(userId))

/** What of that sum is known without asking; none for visitors. */
export function useKnownUnread(userId: string | null): number {
  const { data } = useQuery({ ...unreadCountsQuery(userId ?? ''), enabled: false, refetchInterval: false })
  return userId === null ? 0 : unreadOf(data)
}

/**
 * The same sum, and the one owner of their freshness: what the person's channel says makes counts and rows
 * read again, in the panel too. Rendered once a tab, by the bell.
 */
export function useLiveBadge(userId: string): number {
  const queryClient = useQueryClient()

  useEffect(() => {
    const countsKey = unreadCountsKey(userId)
    const stale$ = liveNotifications(userId).pipe(share())
    const counts$ = stale$.pipe(
      staleCounts,
      oneAtATime(async (because) => {
        await queryClient.invalidateQueries({ queryKey: countsKey }, { cancelRefetch: because !== 'polled' })
        const read = queryClient.getQueryState<UnreadCounts>(countsKey)
        if (because === 'polled' && read?.status === 'success') tellCounts(userId, read.data)
      }),
    )
    const readRows = (source: NotificationSource) =>
      queryClient.invalidateQueries({ queryKey: noticesKey(userId, source) })
    const rows$ = notificationSources.map((source) =>
      stale$.pipe(
        filter((stale) => stale.source === source),
        map(({ because }) => because),
        oneAtATime(() => readRows(source)),
      ),
    )
    const elsewhere$ = polledCounts(userId).pipe(
      tap((told) => {
        const counts = unreadCountsSchema.safeParse(told).data
        if (!counts) return
        const isNews = JSON.stringify(counts) !== JSON.stringify(queryClient.getQueryData(countsKey))
        queryClient.setQueryData<UnreadCounts>(countsKey, counts)
        if (isNews) void Promise.all(notificationSources.map(readRows))
      }),
    )
    const subscription = merge(counts$, ...rows$, elsewhere$).subscribe()
    return () => subscription.unsubscribe()
  }, [userId, queryClient])

  return useUnreadCount(userId)
}
