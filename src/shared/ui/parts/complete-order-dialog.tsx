import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { timerTexts } from '@/shared/domain/time/time-entry'
import type { StopQuestion } from '@/shared/domain/time/timed-work'

type CompleteOrderDialogProps = {
  opened: boolean
  isSaving: boolean
  /** The question where a step or a job was timed. Without it the dialog asks in the words of the specification (spec 2 §8). */
  question?: StopQuestion | null
  /** Further fields of the dialog. */
  children?: ReactNode
  /** True when the further fields are answered. */
  isAnswered?: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before a timer is closed for good. */
export const CompleteOrderDialog = ({
  opened,
  isSaving,
  question,
  children,
  isAnswered = true,
  onCancel,
  onConfirm,
}: CompleteOrderDialogProps) => (
  <Modal
    opened={opened}
    onClose={onCancel}
    title={question?.title ?? 'Complete order'}
    closeOnClickOutside={!isSaving}
    closeOnEscape={!isSaving}
  >
    <Text mb="lg">{question?.text ?? timerTexts.confirmStop}</Text>
    {children}
    <Group justify="flex-end" gap="sm">
      <Button variant="default" disabled={isSaving} onClick={onCancel} data-autofocus>
        {timerTexts.cancel}
      </Button>
      <Button loading={isSaving} disabled={!isAnswered} onClick={onConfirm}>
        {question?.confirm ?? timerTexts.confirm}
      </Button>
    </Group>
  </Modal>
)
