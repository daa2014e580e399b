import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { timerTexts } from '@/shared/domain/time/time-entry'

type CompleteOrderDialogProps = {
  opened: boolean
  isSaving: boolean
  /** Further fields of the dialog. */
  children?: ReactNode
  /** True when the further fields are answered. */
  isAnswered?: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before a timer is closed for good, in the words of the specification (spec 2 §8). */
export const CompleteOrderDialog = ({
  opened,
  isSaving,
  children,
  isAnswered = true,
  onCancel,
  onConfirm,
}: CompleteOrderDialogProps) => (
  <Modal
    opened={opened}
    onClose={onCancel}
    title="Complete order"
    closeOnClickOutside={!isSaving}
    closeOnEscape={!isSaving}
  >
    <Text mb="lg">{timerTexts.confirmStop}</Text>
    {children}
    <Group justify="flex-end" gap="sm">
      <Button variant="default" disabled={isSaving} onClick={onCancel} data-autofocus>
        {timerTexts.cancel}
      </Button>
      <Button loading={isSaving} disabled={!isAnswered} onClick={onConfirm}>
        {timerTexts.confirm}
      </Button>
    </Group>
  </Modal>
)
