import { Modal } from '@mantine/core'
import type { QueryKey } from '@tanstack/react-query'
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
  /** What happens then, as a sentence. */
  text?: string
  submitLabel: string
  /** Under this name what was typed is kept. */
  name: string
  /** The queries that are read again. */
  queryKey: QueryKey
  save: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks why before something that stands in the story of a record with its reason. */
export const ReasonDialog = (props: ReasonDialogProps) => (
  <Modal opened onClose={props.onClose} title={props.title}>
    <ReasonForm {...props} />
  </Modal>
)

function ReasonForm({ title, text, submitLabel, name, queryKey, save, onClose }: ReasonDialogProps) {
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
