import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText, text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { lostReasons } from '../../shared/lost-reasons'
import { recordAnswer } from '../api/quotation.mutation'
import type { Quotation } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'
import type { QuotationItem } from '../editor/line'

const fields = defineFields({
  answer: choice(
    'Answer',
    [
      { value: 'approved', label: 'Approved' },
      { value: 'change_requested', label: 'Wants a change' },
      { value: 'rejected', label: 'Rejected' },
    ],
    { required: true },
  ),
  name: text('Who said it', { required: true, max: 200, empty: '' }),
  lost: choice('Why it was lost', lostReasons, {
    required: true,
    missing: 'Please choose why it was lost',
    wide: true,
    hiddenUnless: ({ answer }) => answer === 'rejected',
  }),
  words: longText('In their words', {
    max: 2000,
    hiddenUnless: ({ answer }) => answer !== 'approved',
    help: 'The reason, or the wished changes.',
  }),
})

/** An answer that a client gave by telephone, mail or on paper. An approval makes the order. */
export function RecordAnswer({
  row,
  lines,
  onClose,
}: {
  row: Quotation
  lines: readonly QuotationItem[]
  onClose: () => void
}) {
  const form = useRecordForm({
    fields,
    name: `quotation-answer-${row.id}`,
    isNew: true,
    stored: { answer: 'approved' },
    queryKey: quotationsKey,
    check: ({ answer, words }) =>
      answer !== 'approved' && words.trim() === '' ? { words: 'Please enter the reason or the wished changes' } : {},
    save: ({ answer, name, words, lost }) =>
      recordAnswer({
        id: row.id,
        answer,
        name,
        words,
        lost: answer === 'rejected' ? lost : null,
        selected: lines.filter(({ is_selected }) => is_selected).map(({ id }) => id),
      }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Answer" submitLabel="Record answer" onCancel={onClose} isPlain />
}
