import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  arrangeNotices,
  type NoticeOrder,
  type NotificationSource,
  notificationSources,
} from '@/shared/domain/records/notification'
import { noticesQuery } from './api/notices.query'
import { keepPanelFresh } from './fresh-panel'

type Wanted = {
  show: 'unread' | 'all'
  order: NoticeOrder
  /** Null for all sources. */
  source: NotificationSource | null
}

/** The panel's list over the five sources. A failed source differs from an empty one. */
export const useNotices = (userId: string, { show, order, source: only }: Wanted) =>
  useQueries({
    queries: listed(only).map((source) => noticesQuery(userId, source, show)),
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

/** Polls the panel's list while the channel is down. On a live channel the bell reads it again. */
export function usePolledPanel(userId: string, { show, source }: Omit<Wanted, 'order'>): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const queryKeys = listed(source).map((name) => noticesQuery(userId, name, show).queryKey)
    const showing = `${show} ${source ?? 'of all sources'}`
    const subscription = keepPanelFresh({ userId, showing, queryKeys }, queryClient).subscribe()
    return () => subscription.unsubscribe()
  }, [userId, show, source, queryClient])
}

const listed = (only: NotificationSource | null): readonly NotificationSource[] =>
  notificationSources.filter((source) => only === null || source === only)
