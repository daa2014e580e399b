import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { quantity } from '@/kit/fields/number-fields'
import { longText, text } from '@/kit/fields/text-fields'

/** What a person fills in about a quotation, beside its lines. */
export const quotationFields = defineFields({
  project_title: text('Title', { max: 500, wide: true, placeholder: 'Shop front and window lettering' }),
  valid_until: date('Valid until', { help: 'Left empty, it is set when the quotation is sent.' }),
  follow_up_on: date('Follow up on'),
  deposit_kind: choice(
    'Deposit',
    [
      { value: 'none', label: 'No deposit' },
      { value: 'percent', label: 'Percent of the total' },
      { value: 'amount', label: 'Amount' },
    ],
    { required: true },
  ),
  deposit_value: quantity('Percent or amount', { hiddenUnless: ({ deposit_kind }) => deposit_kind !== 'none' }),
  terms: longText('Terms', { max: 20000, wide: true }),
  client_note: longText('Note for the client', { max: 5000, wide: true }),
})
