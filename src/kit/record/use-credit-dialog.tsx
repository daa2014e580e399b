import { Modal, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { QueryKey } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'

type UseCreditDialogProps = {
  /** What credit is used for: “the deposit of SO-1”. */
  of: string
  /** Under this name what was typed is kept. */
  draft: string
  /** What is proposed, and the most that is taken, as decimal text. */
  proposed: string
  most: string
  currency: string
  queryKey: QueryKey
  /** Uses so much credit; resolves with how much was used. */
  save: (amount: string) => Promise<string>
  /** What is said then. */
  said: (used: string) => string
  onClose: () => void
  /** What there is, and what it does, in sentences. */
  children: ReactNode
}

/** Asks how much credit of a client is used. */
export function UseCreditDialog({
  of,
  draft,
  proposed,
  most,
  currency,
  queryKey,
  save,
  said,
  onClose,
  children,
}: UseCreditDialogProps) {
  const fields = useMemo(
    () => defineFields({ amount: money('Amount', { required: true, aboveZero: true, most, currency }) }),
    [most, currency],
  )
  const form = useRecordForm({
    fields,
    name: draft,
    isNew: true,
    stored: { amount: proposed },
    queryKey,
    save: ({ amount }) => save(amount),
    onSaved: (used) => {
      notifications.show({ message: said(used) })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Use credit for ${of}`}>
      <RecordForm form={form} label="Use credit" submitLabel="Use credit" onCancel={onClose} isPlain autoFocus>
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      </RecordForm>
    </Modal>
  )
}
