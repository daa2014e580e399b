import { Button, Group, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { newId } from '@/shared/lib/new-id'

type Confirm = {
  /** A question: `Remove this note?` */
  title: string
  /** What happens, as a sentence. */
  text: string
  /** What the button does: `Remove note`. */
  confirm: string
  onConfirm: () => void
}

/** Asks before something that reaches far but can be undone. */
export const confirmChange = ({ title, text, confirm, onConfirm }: Confirm): void =>
  void modals.openConfirmModal({
    title,
    children: <Text>{text}</Text>,
    labels: { confirm, cancel: 'Cancel' },
    onConfirm,
  })

/** Says what was changed, with a button that changes it back. */
export function notifyWithUndo(message: string, undo: () => void): void {
  const id = newId()
  notifications.show({
    id,
    autoClose: 15_000,
    message: (
      <Group gap="sm" justify="space-between">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  })
}

/** Asks before something that cannot be taken back. */
export const confirmRemoval = ({ title, text, confirm, onConfirm }: Confirm): void =>
  void modals.openConfirmModal({
    title,
    children: <Text>{text}</Text>,
    labels: { confirm, cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm,
  })
