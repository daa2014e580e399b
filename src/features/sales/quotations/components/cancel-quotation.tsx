import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { cancelQuotation } from '../api/quotation.mutation'
import type { Quotation } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'

const fields = defineFields({
  reason: longText('Why', { required: true, max: 2000, empty: '', help: 'It stands in the story of the quotation.' }),
})

/** Ends a quotation without an order; its link closes. */
export function CancelQuotation({ row, onClose }: { row: Quotation; onClose: () => void }) {
  const form = useRecordForm({
    fields,
    name: `quotation-cancel-${row.id}`,
    isNew: true,
    queryKey: quotationsKey,
    save: ({ reason }) => cancelQuotation(row.id, reason),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Cancellation" submitLabel="Cancel quotation" onCancel={onClose} isPlain />
}
