import { useQueryClient } from '@tanstack/react-query'
import { NotificationsPanel } from '@/features/office/notifications/components/notifications-panel'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { useDevice } from './use-device'

type NoticesPlaceProps = { opened: boolean; onClose: () => void }

/** The panel of notifications, in which replies to tasks are answered, and what a notice on the device opens. */
export function NoticesPlace({ opened, onClose }: NoticesPlaceProps) {
  useDevice()
  const user = useCurrentUser()
  const queryClient = useQueryClient()
  const answer = async (taskId: string, text: string) => {
    const { answerTask } = await import('./answer-task')
    await answerTask(queryClient, { taskId, text, as: user })
  }
  return <NotificationsPanel opened={opened} onClose={onClose} answer={answer} />
}
