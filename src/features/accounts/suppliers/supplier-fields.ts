import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { longText, text } from '@/kit/fields/text-fields'
import { contacts } from '@/kit/pickers/contact-picker'
import { ibanProblem, plainIban } from '@/shared/domain/iban'

/** The head of a supplier's invoice. */
export const supplierFields = defineFields({
  supplier_id: record('Supplier', contacts, { required: true, missing: 'Please choose the supplier' }),
  supplier_number: text('Invoice number', { required: true, max: 100 }),
  invoice_date: date('Date', { required: true }),
  due_date: date('Due'),
  net: money('Net', { required: true }),
  vat: money('VAT', { required: true }),
  iban: text('IBAN', {
    max: 42,
    check: ibanProblem,
    stored: plainIban,
  }),
  payment_reference: text('Payment reference', { max: 140 }),
  note: longText('Note'),
})
