import { Button, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'

/**
 * Says that another timer of the person runs, in the words of the database, and offers one press that pauses it and
 * starts this one. `of`: what is started; it is asked once.
 */
export function askToPauseOther(of: string, problem: string, onPause: () => void): void {
  const id = `other-timer-${of}`
  const pause = () => {
    notifications.hide(id)
    onPause()
  }
  notifications.show({
    id,
    color: 'yellow',
    title: 'Another timer of yours runs',
    autoClose: 15_000,
    message: (
      <Stack gap="xs" align="flex-start">
        {problem}
        <Button size="sm" variant="default" onClick={pause}>
          Pause that and start this
        </Button>
      </Stack>
    ),
  })
}
