import '@mantine/notifications/styles.layer.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { releaseQuestions } from '@/kit/held-questions'

/** The place of toasts and confirmations. Those requested before it was mounted are shown then. */
export function Overlays() {
  useEffect(releaseQuestions, [])
  return (
    <ModalsProvider>
      <Notifications position="bottom-left" limit={4} />
    </ModalsProvider>
  )
}
