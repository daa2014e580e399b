import { Modal } from '@mantine/core'
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { defineFields } from '../fields/field'
import { longText } from '../fields/text-fields'
import { RecordForm } from '../form/record-form'
import { useRecordForm } from '../form/use-record-form'

const fields = defineFields({
  reason: longText('Why', { required: true, max: 2000, empty: '', wide: true, missing: 'Please say why' }),
})

type ReasonDialogProps = {
  /** `Put SO-2026-0098 on hold` */
  title: string
  /** The consequence, as a sentence, with what it is about where there is more. */
  text?: ReactNode
  submitLabel: string
  /** The key of the draft in this browser. */
  name: string
  /** The queries that are read again. */
  queryKey: QueryKey
  save: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a reason before an action that is written into a record's story with it. */
export const ReasonDialog = (props: ReasonDialogProps) => (
  <Modal opened onClose={props.onClose} title={props.title}>
    <ReasonForm {...props} />
  </Modal>
)

/** The same without its window, under what a screen shows first. */
export function ReasonForm({ title, text, submitLabel, name, queryKey, save, onClose }: ReasonDialogProps) {
  const form = useRecordForm({
    fields,
    name,
    isNew: true,
    queryKey,
    save: ({ reason }) => save(reason),
    onSaved: onClose,
  })
  return (
    <RecordForm form={form} label={title} submitLabel={submitLabel} onCancel={onClose} hint={text} isPlain autoFocus />
  )
}
