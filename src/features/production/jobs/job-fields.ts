import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { length, quantity } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { longText, text } from '@/kit/fields/text-fields'
import { contacts } from '@/kit/pickers/contact-picker'
import { colleagues, services } from './sources'

const priority = choice(
  'Priority',
  [
    { value: 'low', label: 'Low' },
    { value: 'normal', label: 'Normal' },
    { value: 'high', label: 'High' },
    { value: 'urgent', label: 'Urgent' },
  ],
  { required: true, initial: 'normal' },
)
const made = {
  title: text('What is to be made', { required: true, max: 500, wide: true, empty: '' }),
  qty: quantity('Quantity', { required: true, aboveZero: true, most: '1000000', initial: '1' }),
  width_mm: length('Width', { most: '1000000', otherSide: 'height_mm' }),
  height_mm: length('Height', { most: '1000000' }),
  due_date: date('Due'),
  priority,
  details: longText('Details', { max: 10000, wide: true }),
}

/** The editable fields of a job. */
export const jobFields = defineFields({ ...made, lead_user_id: record('Lead', colleagues) })

/** A job that comes from no quotation. */
export const newJobFields = defineFields({
  ...made,
  qty: quantity('Quantity', { required: true, aboveZero: true, isWhole: true, most: '1000000', initial: '1' }),
  contact_id: record('Client', contacts, { help: 'Empty for work of the house.' }),
  service_id: record('Service', services, { help: 'Its template gives the job its steps.' }),
})
