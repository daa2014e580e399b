import { useMemo } from 'react'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import type { Quotation } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'
import { todayOf } from '@/shared/domain/time/today'
import { followUpFields, headProblems, quotationFieldsOf, validityFields } from '../quotation-fields'

type EditProps = { row: Quotation; onClose: () => void }

/** The form of a draft's head. What was typed into it and not saved is in it again wherever it is used. */
export function useHeadForm({ row, onClose }: EditProps) {
  const hasFixedClient = row.version > 1 || row.amends !== null
  const fields = useMemo(() => quotationFieldsOf(row.contact_id, hasFixedClient), [row.contact_id, hasFixedClient])
  return useRecordForm({
    fields,
    name: `quotation-${row.id}`,
    stored: row,
    queryKey: quotationsKey,
    check: ({ valid_until, deposit_kind, deposit_value }) =>
      headProblems(
        { valid_until, deposit_kind, deposit_value: fields.deposit_value.valueOf(deposit_value) ?? '' },
        row,
        todayOf(Date.now()),
      ),
    save: (values) => {
      const isSameClient = hasFixedClient || values.contact_id === row.contact_id
      return saveVersioned({
        table: 'quotations',
        what: 'this quotation',
        row,
        values: {
          ...values,
          deposit_value: values.deposit_value ?? '0',
          ...(isSameClient ? {} : { person_id: null, location_id: null }),
        },
      })
    },
    onSaved: onClose,
  })
}

/** The head of a draft: title, client, people, dates, deposit, terms. */
export function EditQuotation({ row, onClose }: EditProps) {
  const form = useHeadForm({ row, onClose })
  return <RecordForm form={form} label="Quotation" submitLabel="Save changes" onCancel={onClose} isPlain />
}

/** The form of the last valid day of a draft, where it is about to be sent. */
export const useValidityForm = ({ row, onClose }: EditProps) =>
  useRecordForm({
    fields: validityFields,
    name: `quotation-validity-${row.id}`,
    stored: row,
    queryKey: quotationsKey,
    check: ({ valid_until }) => headProblems({ ...row, valid_until }, row, todayOf(Date.now())),
    save: (values) => saveVersioned({ table: 'quotations', what: 'this quotation', row, values }),
    onSaved: onClose,
  })

/** Owner and follow-up day, in every state of the quotation. */
export function EditFollowUp({ row, onClose }: EditProps) {
  const form = useRecordForm({
    fields: followUpFields,
    name: `quotation-follow-up-${row.id}`,
    stored: row,
    queryKey: quotationsKey,
    save: (values) => saveVersioned({ table: 'quotations', what: 'this quotation', row, values }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Follow-up" submitLabel="Save" onCancel={onClose} isPlain />
}
