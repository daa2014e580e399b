import { Modal } from '@mantine/core'
import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { cannotWait } from '@/kit/outbox/cannot-wait'
import { reportMissing } from '../api/panels.mutation'
import { panelsKey } from '../api/panels.query'
import type { Part } from '../panel'

const fields = defineFields({ note: text('What about it', { max: 500, wide: true, placeholder: 'The box is empty' }) })

type MissingPartProps = { part: Part; onClose: () => void }

/** Marks a part as missing, with a note for the person who fetches it. */
export const MissingPart = ({ part, onClose }: MissingPartProps) => (
  <Modal opened onClose={onClose} title={`${part.name} is missing`}>
    <Form part={part} onClose={onClose} />
  </Modal>
)

function Form({ part, onClose }: MissingPartProps) {
  const form = useRecordForm({
    fields,
    name: `part-missing-${part.id}`,
    isNew: true,
    queryKey: panelsKey,
    save: ({ note }) => cannotWait(() => reportMissing(part.id, true, note ?? '')),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Missing part" submitLabel="Report it" onCancel={onClose} isPlain />
}
