import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import type { Notice } from '@/shared/domain/records/notification'
import { markNoticeMutation } from './api/mark-notice.mutation'

/** Marks one notice as read or unread, and reports a failure. */
export function useMarkNotice(userId: string): (mark: { notice: Notice; isRead: boolean }) => void {
  const marking = markNoticeMutation(userId, useQueryClient())
  const { mutate } = useActMutation({
    ...marking,
    onError: (error, ...rest) => {
      marking.onError?.(error, ...rest)
      notifications.show({ color: 'red', title: 'The notification could not be marked', message: error.message })
    },
  })
  return mutate
}
