import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { Notice } from '@/shared/domain/records/notification'
import { noticesKey } from './notices.query'
import { notificationsKey, sourceKey } from './notifications-key'
import { type UnreadCounts, unreadCountsKey } from './unread-counts.query'

type Mark = { notice: Notice; isRead: boolean }

/** Marks one notice as read or unread. The badge and the panel show it at once and take it back if it fails. */
export const markNoticeMutation = (userId: string, queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ notice, isRead }: Mark) => {
      await db.from(notice.source).update({ is_read: isRead }).eq('id', notice.id).throwOnError()
    },
    onMutate: async ({ notice, isRead }) => {
      const key = notificationsKey(userId)
      await queryClient.cancelQueries({ queryKey: key })
      const before = queryClient.getQueriesData({ queryKey: key })
      queryClient.setQueryData<UnreadCounts>(unreadCountsKey(userId), (counts) =>
        counts === undefined || notice.isRead === isRead
          ? counts
          : { ...counts, [notice.source]: Math.max(0, counts[notice.source] + (isRead ? -1 : 1)) },
      )
      queryClient.setQueriesData<Notice[]>({ queryKey: noticesKey(userId, notice.source) }, (rows) =>
        rows?.map((row) => (row.id === notice.id ? { ...row, isRead } : row)),
      )
      return before
    },
    onError: (_error, _mark, before) => {
      for (const [key, value] of before ?? []) queryClient.setQueryData(key, value)
    },
    onSettled: (_data, _error, { notice }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: sourceKey(userId, notice.source) }),
        queryClient.invalidateQueries({ queryKey: unreadCountsKey(userId) }),
      ]),
  })
