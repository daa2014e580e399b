import { useQueries } from '@tanstack/react-query'
import {
  arrangeNotices,
  type NoticeOrder,
  type NotificationSource,
  notificationSources,
} from '@/shared/domain/notification'
import { noticesQuery } from './api/notices.query'

type Wanted = {
  show: 'unread' | 'all'
  order: NoticeOrder
  /** Null for all sources. */
  source: NotificationSource | null
}

/** The panel's list over the five sources. A source that cannot be read is told apart from one that is empty. */
export const useNotices = (userId: string, { show, order, source: only }: Wanted) =>
  useQueries({
    queries: notificationSources
      .filter((source) => only === null || source === only)
      .map((source) => noticesQuery(userId, source, show)),
    combine: (sources) => {
      const rows = sources.flatMap(({ data }) => data ?? [])
      const shown = show === 'all' ? rows : rows.filter((notice) => !notice.isRead)
      return {
        notices: arrangeNotices(shown, order),
        loading: sources.some(({ isPending }) => isPending),
        failed: sources.some(({ isError, data }) => isError && data === undefined),
        retry: () => {
          for (const source of sources) if (source.isError) void source.refetch()
        },
      }
    },
  })
