import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import type { NotificationSource } from '@/shared/domain/records/notification'
import { notificationsKey } from './notifications-key'

type Wanted = {
  /** The newest time that the person saw (ISO 8601). Later notices stay unread. */
  until: string
  /** Null for every source. */
  source: NotificationSource | null
}

/** Marks everything read that the person has seen: one request, and one statement a source. */
export const markAllReadMutation = (userId: string, queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ until, source }: Wanted) => {
      const { data } = await db
        .rpc('mark_notices_read', { p_until: until, ...(source ? { p_source: source } : {}) })
        .throwOnError()
      return data
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationsKey(userId) }),
  })
