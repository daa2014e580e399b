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
 * Says each arriving notice to screen readers when they pause, and shows it to those who asked for that. The one voice of
 * the feature: of what was found later it says the count, and nothing is said twice.
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
      // It was said politely already: an alert would interrupt and say it again.
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

/** What it says, and a button for those without a mouse: its click is the click on the whole. */
const ToastBody = ({ message }: { message: string }) => (
  <>
    {message ? <div>{message}</div> : null}
    <Button size="compact-xs" variant="default" mt={6}>
      Open
    </Button>
  </>
)
