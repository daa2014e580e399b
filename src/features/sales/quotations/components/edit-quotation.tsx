import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import type { Quotation } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'
import { quotationFields } from '../quotation-fields'

/** The head of a draft: title, dates, deposit, terms. */
export function EditQuotation({ row, onClose }: { row: Quotation; onClose: () => void }) {
  const form = useRecordForm({
    fields: quotationFields,
    name: `quotation-${row.id}`,
    stored: row,
    queryKey: quotationsKey,
    save: (values) =>
      saveVersioned({
        table: 'quotations',
        what: 'this quotation',
        row,
        values: { ...values, deposit_value: values.deposit_value ?? '0' },
      }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Quotation" submitLabel="Save changes" onCancel={onClose} isPlain />
}
