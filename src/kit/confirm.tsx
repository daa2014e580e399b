import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'

type Confirm = {
  /** A question: `Remove this note?` */
  title: string
  /** What happens, as a sentence. */
  text: string
  /** What the button does: `Remove note`. */
  confirm: string
  onConfirm: () => void
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
