import '@mantine/notifications/styles.layer.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { releaseQuestions } from '@/kit/held-questions'

/** Where toasts and confirmations show. What was asked for before this came is shown then. */
export function Overlays() {
  useEffect(releaseQuestions, [])
  return (
    <ModalsProvider>
      <Notifications position="bottom-left" limit={4} />
    </ModalsProvider>
  )
}
