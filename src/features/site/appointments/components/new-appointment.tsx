import { dateTime } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { rowChoice } from '@/kit/fields/row-choice'
import { email, longText, phone, text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { addAppointment } from '../api/appointments.mutation'
import { appointmentsKey } from '../api/appointments.query'

const fields = defineFields({
  type_id: rowChoice(
    'What',
    { table: 'booking_types', label: 'name', key: appointmentsKey },
    { required: true, wide: true },
  ),
  starts_at: dateTime('When', { required: true, wide: true }),
  name: text('Name', { required: true, max: 200 }),
  company: text('Business', { max: 200 }),
  phone: phone('Telephone'),
  email: email('E-mail'),
  address: text('Address', { max: 500, wide: true }),
  note: longText('Note', { max: 2000 }),
})

/** Enters an appointment made by telephone, at any free time. */
export function NewAppointment({ at, onClose }: { at?: string | null; onClose: () => void }) {
  const form = useRecordForm({
    fields,
    name: 'new-appointment',
    isNew: true,
    stored: { starts_at: at ?? '' },
    queryKey: appointmentsKey,
    save: (values) => addAppointment({ ...values, type_id: values.type_id ?? '', starts_at: values.starts_at ?? '' }),
    onSaved: onClose,
  })
  return (
    <RecordForm form={form} label="Take an appointment" submitLabel="Book it" onCancel={onClose} isPlain autoFocus />
  )
}
