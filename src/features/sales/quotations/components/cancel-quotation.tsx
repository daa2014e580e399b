import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { lostReasons } from '../../shared/lost-reasons'
import { cancelQuotation } from '../api/quotation.mutation'
import type { Quotation } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'

const reason = longText('In words', {
  required: true,
  missing: 'Please say why',
  max: 2000,
  empty: '',
  help: 'Shown in the story of the quotation.',
})
const ofDraft = defineFields({ lost: { ...choice('Why', lostReasons), right: () => false }, reason })
const ofOffer = defineFields({
  lost: choice('Why it was lost', lostReasons, {
    missing: 'Please choose why it was lost',
    required: true,
    wide: true,
  }),
  reason,
})

/** Ends a quotation without an order; its link closes. An offer that was made asks why it was lost. */
export function CancelQuotation({ row, onClose }: { row: Quotation; onClose: () => void }) {
  const form = useRecordForm({
    fields: row.sent_at === null ? ofDraft : ofOffer,
    name: `quotation-cancel-${row.id}`,
    isNew: true,
    queryKey: quotationsKey,
    save: (values) => cancelQuotation(row.id, values.reason, values.lost ?? null),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Cancellation" submitLabel="Cancel quotation" onCancel={onClose} isPlain />
}
