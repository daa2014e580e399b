import { Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import { valuesOf } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import { creditKey, type CreditRow } from '../api/credit.query'
import { creditFieldsOf, missingFrom } from '../credit-fields'

/** A draft to fill in. What is typed survives a reload; colleagues see it when it is saved. */
export function CreditForm({ row, onSubmit }: { row: CreditRow; onSubmit: () => void }) {
  const currency = row.contact?.currency ?? null
  const fields = useMemo(() => creditFieldsOf(currency), [currency])
  const form = useRecordForm({
    fields,
    name: `credit-${row.id}`,
    stored: row,
    queryKey: creditKey,
    save: (values) => saveVersioned({ table: 'credit_applications', what: 'this application', row, values }),
  })
  const missing = missingFrom(valuesOf(fields, form.drafts, form.rights))
  return (
    <RecordForm
      form={form}
      label="Application"
      submitLabel="Save draft"
      sections={[
        { fields: ['requested_limit', 'terms_days'] },
        { fields: ['directors'] },
        { fields: ['trade_refs'] },
        { title: 'Signature', fields: ['signed_name', 'signed_position', 'signed_on', 'consent'] },
        { fields: ['note'] },
      ]}
      hint={
        <Text size="sm" c="dimmed" flex="1 1 12rem">
          {missing.length > 0 ? `Still missing: ${missing.join(', ')}.` : 'Complete: ready to be submitted.'}
        </Text>
      }
      actions={
        <Button
          disabled={missing.length > 0 && !form.isWrong}
          loading={form.isSaving}
          onClick={() => form.submit(onSubmit)}
        >
          Submit for decision
        </Button>
      }
    />
  )
}
