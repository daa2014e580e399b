import '@mantine/notifications/styles.layer.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'

/** Where toasts and confirmations show. A toast that was asked for before this came is shown then. */
export const Overlays = () => (
  <ModalsProvider>
    <Notifications position="bottom-left" limit={4} />
  </ModalsProvider>
)
