import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'

/** The fields of an order that staff edit. All other values follow from the quotation and from other records. */
export const orderFields = defineFields({
  project_title: text('Title', { max: 500, wide: true }),
  client_po: text('Client’s order number', {
    max: 100,
    help: 'Printed on the confirmation, delivery notes and invoices.',
  }),
  priority: choice(
    'Priority',
    [
      { value: 'low', label: 'Low' },
      { value: 'normal', label: 'Normal' },
      { value: 'high', label: 'High' },
      { value: 'urgent', label: 'Urgent' },
    ],
    { required: true },
  ),
  due_date: date('Due', { help: 'When it has to be finished.' }),
  promised_date: date('Promised', { help: 'The client reads it on the confirmation and on their page.' }),
})
