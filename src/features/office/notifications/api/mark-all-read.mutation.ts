import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { notifications } from '@mantine/notifications'
import { notifyWithUndo } from '@/kit/confirm'
import { saveProblem } from '@/shared/hooks/save-problem'
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
    onSuccess: (marked) => {
      if (marked.length === 0) return
      const undo = () =>
        void markUnread(marked).then(
          () => queryClient.invalidateQueries({ queryKey: notificationsKey(userId) }),
          (error: unknown) => notifications.show({ color: 'red', title: 'Error', message: saveProblem(error) }),
        )
      notifyWithUndo(
        `${marked.length === 1 ? '1 notification was' : `${marked.length} notifications were`} marked as read`,
        undo,
      )
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationsKey(userId) }),
  })

/** Marks these notices unread again. */
const markUnread = async (ids: string[]) => {
  await db.rpc('mark_notices_unread', { p_ids: ids }).throwOnError()
}
