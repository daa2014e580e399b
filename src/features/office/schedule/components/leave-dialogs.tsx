import { Modal } from '@mantine/core'
import { useState } from 'react'
import { checkbox } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { newId } from '@/shared/lib/new-id'
import { askLeave } from '../api/schedule.mutation'
import { scheduleKey } from '../api/schedule.query'
import { absenceFields, leaveFields } from '../shift-fields'

type DialogProps = { onClose: () => void }

const daysProblem = ({ starts_on, ends_on }: Record<'starts_on' | 'ends_on', string>): { ends_on?: string } =>
  starts_on && ends_on && ends_on < starts_on ? { ends_on: 'The last day is before the first.' } : {}

/** The form for a leave request, open to all staff. */
export const AskLeaveDialog = ({ day, onClose }: DialogProps & { day: string | null }) => (
  <Modal opened onClose={onClose} title="Ask for leave" size="lg">
    <AskLeaveForm day={day} onClose={onClose} />
  </Modal>
)

function AskLeaveForm({ day, onClose }: DialogProps & { day: string | null }) {
  const [id] = useState(newId)
  const form = useRecordForm({
    fields: leaveFields,
    name: 'ask-leave',
    isNew: true,
    stored: day ? { kind: 'holiday', starts_on: day, ends_on: day } : {},
    queryKey: scheduleKey,
    check: daysProblem,
    save: (values) => askLeave({ id, ...values }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Ask for leave" submitLabel="Ask for leave" onCancel={onClose} isPlain />
}

const enterFields = defineFields({
  ...absenceFields,
  clears: checkbox('Remove the shifts of this person in these days'),
})

/** A planner enters the absence of a colleague; it counts as approved. */
export const EnterAbsenceDialog = ({ onClose }: DialogProps) => (
  <Modal opened onClose={onClose} title="Enter an absence" size="lg">
    <EnterAbsenceForm onClose={onClose} />
  </Modal>
)

function EnterAbsenceForm({ onClose }: DialogProps) {
  const [id] = useState(newId)
  const form = useRecordForm({
    fields: enterFields,
    name: 'enter-absence',
    isNew: true,
    queryKey: scheduleKey,
    check: daysProblem,
    save: ({ clears, ...values }) => askLeave({ id, ...values, clearsShifts: clears }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Enter an absence" submitLabel="Enter absence" onCancel={onClose} isPlain />
}
