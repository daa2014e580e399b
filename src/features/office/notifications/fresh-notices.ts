import type { QueryClient } from '@tanstack/react-query'
import { connect, filter, map, merge, type Observable, tap } from 'rxjs'
import { type NotificationSource, notificationSources } from '@/shared/domain/records/notification'
import { readAgain } from '@/shared/hooks/read-again'
import { liveNotifications, polledCounts, tellCounts } from '@/streams/notifications/live-notifications'
import { type StaleSource, staleCounts } from '@/streams/notifications/notification-signals'
import { oneAtATime } from '@/streams/realtime/one-at-a-time'
import type { Resync } from '@/streams/realtime/resync'
import { noticesKey } from './api/notices.query'
import { type UnreadCounts, unreadCountsKey, unreadCountsSchema } from './api/unread-counts.query'

/**
 * Reads a person's counts and rows again whenever `stale$` emits, and uses the poll results of other tabs, while it is
 * subscribed. Rows are not polled here: an open panel does that. It never errors.
 */
export function keepNoticesFresh(
  userId: string,
  queryClient: QueryClient,
  stale$: Observable<StaleSource> = liveNotifications(userId),
): Observable<unknown> {
  const countsKey = unreadCountsKey(userId)
  const readCounts = async (because: Resync) => {
    await readAgain(queryClient, countsKey, because)
    const read = queryClient.getQueryState<UnreadCounts>(countsKey)
    if (because === 'polled' && read?.status === 'success') tellCounts(userId, read.data)
  }
  const readRows = (source: NotificationSource) => readAgain(queryClient, noticesKey(userId, source))
  /** A panel opened later reads its rows; an open one polls them. */
  const doubtRows = () => {
    for (const source of notificationSources)
      void queryClient.invalidateQueries({ queryKey: noticesKey(userId, source), refetchType: 'none' })
  }
  const here$ = stale$.pipe(
    connect((shared$) =>
      merge(
        shared$.pipe(
          staleCounts,
          tap((because) => {
            if (because === 'polled') doubtRows()
          }),
          oneAtATime(readCounts),
        ),
        ...notificationSources.map((source) =>
          shared$.pipe(
            filter((stale) => stale.source === source && stale.because !== 'polled'),
            map(({ because }) => because),
            oneAtATime(() => readRows(source)),
          ),
        ),
      ),
    ),
  )
  const elsewhere$ = polledCounts(userId).pipe(
    tap((told) => {
      const counts = unreadCountsSchema.safeParse(told).data
      if (!counts) return
      const isNews = JSON.stringify(counts) !== JSON.stringify(queryClient.getQueryData(countsKey))
      queryClient.setQueryData<UnreadCounts>(countsKey, counts)
      doubtRows()
      if (isNews) void Promise.all(notificationSources.map(readRows))
    }),
  )
  return merge(here$, elsewhere$)
}
