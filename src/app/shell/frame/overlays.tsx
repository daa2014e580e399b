import '@mantine/notifications/styles.layer.css'
import { getDefaultZIndex } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { releaseQuestions } from '@/kit/held-questions'

/** Toasts are above dialogs and under menus and pickers: what a person opened is never covered. */
const underMenus = getDefaultZIndex('popover') - 1

/** The place of toasts and confirmations. Those requested before it was mounted are shown then. */
export function Overlays() {
  useEffect(releaseQuestions, [])
  return (
    <ModalsProvider>
      <Notifications position="bottom-left" limit={4} zIndex={underMenus} />
    </ModalsProvider>
  )
}
