import { Button, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Notice } from '@/shared/domain/records/notification'
import { useArrivals } from '../use-arrivals'
import { useUnreadCount } from '../use-live-badge'
import { useSpokenRise } from '../use-spoken-rise'
import { useToasts } from '../use-toasts'

type ArrivalsProps = { userId: string; onOpen: (notice: Notice) => void }

/**
 * Announces each arriving notice to screen readers, and shows a toast to people who turned that on. It is the only
 * announcer of the feature: notices found later are announced as a number, and nothing is announced twice.
 */
export function Arrivals({ userId, onOpen }: ArrivalsProps) {
  const [spoken, setSpoken] = useState('')
  const [showsToasts] = useToasts()

  const noticeWasSaid = useSpokenRise(useUnreadCount(userId), setSpoken)

  useArrivals(userId, (notice) => {
    noticeWasSaid()
    setSpoken(`New notification: ${[notice.title, notice.message].filter(Boolean).join('. ')}`)
    if (!showsToasts || document.visibilityState !== 'visible') return
    const id = `${notice.source} ${notice.id}`
    notifications.show({
      id,
      // It was already announced politely. An alert would interrupt and announce it again.
      role: 'group',
      'aria-label': `New notification: ${notice.title}`,
      title: notice.title,
      message: <ToastBody message={notice.message} />,
      style: { cursor: 'pointer' },
      onClick: () => {
        notifications.hide(id)
        onOpen(notice)
      },
    })
  })

  return (
    <VisuallyHidden role="status" aria-label="Arriving notices">
      {spoken}
    </VisuallyHidden>
  )
}

/** The text of a toast, with a button for the keyboard. Its click counts as a click on the toast. */
const ToastBody = ({ message }: { message: string }) => (
  <>
    {message ? <div>{message}</div> : null}
    <Button size="compact-xs" variant="default" mt={6}>
      Open
    </Button>
  </>
)
