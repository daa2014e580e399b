import { choice, someOf } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { storedFile } from '@/kit/fields/file-field'
import { record } from '@/kit/fields/record-field'
import { text } from '@/kit/fields/text-fields'
import { exemptionReasonChoices } from '@/kit/record/vat/exemption-words'
import { usStates } from '@/shared/domain/places/us-states'
import { quotationsOf } from './api/quotations-of-contact'

/** The fields of an exemption certificate of this contact. */
export const exemptionFields = (contactId: string) =>
  defineFields({
    number: text('Certificate number', { required: true, max: 60 }),
    states: someOf('States', usStates, { required: true, missing: 'Please choose its states', columnLabel: 'States' }),
    reason: choice('Reason', exemptionReasonChoices, { required: true }),
    reason_words: text('Other reason', {
      required: true,
      max: 100,
      hiddenUnless: (drafts) => drafts['reason'] === 'other',
    }),
    valid_from: date('Valid from', { required: true }),
    valid_to: date('Valid until', { help: 'Empty: it does not end.' }),
    quotation_id: {
      ...record('Only for the quotation', quotationsOf(contactId), {
        help: 'Its order and invoices count too. Empty: a blanket certificate, for every sale.',
      }),
      columnLabel: 'Sales',
      words: (draft: string) => (draft === '' ? 'Every sale' : 'One sale'),
    },
    file_path: storedFile('Certificate', {
      bucket: 'exemption-certificates',
      accept: 'application/pdf,image/png,image/jpeg,image/webp',
      most: 10 * 1024 * 1024,
      called: 'certificate',
      help: 'PDF or picture, up to 10 MB.',
    }),
  })

/** The last day is not before the first. */
export const exemptionProblems = (drafts: Readonly<Record<string, string>>): Record<string, string> =>
  drafts['valid_from'] && drafts['valid_to'] && drafts['valid_to'] < drafts['valid_from']
    ? { valid_to: 'The end is before the beginning' }
    : {}
