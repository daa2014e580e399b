import { defineFields } from '@/kit/fields/field'
import { iban } from '@/kit/fields/iban-field'
import { text } from '@/kit/fields/text-fields'
import { plainIban } from '@/shared/domain/money/iban'

const bicShape = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** The fields of a bank account, new or known. */
export const bankAccountFields = defineFields({
  holder: text('Account holder', { required: true }),
  iban: iban({ required: true, duplicate: 'This contact has this account already.' }),
  bic: text('BIC', {
    max: 20,
    check: (typed) => (bicShape.test(plainIban(typed)) ? null : 'A BIC has 8 or 11 letters and digits'),
    stored: plainIban,
  }),
  bank_name: text('Bank'),
})
