import { withTax } from '@/shared/domain/text/formats'
import { Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { newId } from '@/shared/lib/new-id'
import { accountsKey } from '../../shared/keys'
import { writeOff } from '../api/write-off.mutation'
import type { Invoice } from '../api/invoice.query'

/** Writes off the open amount of an invoice, with a reason. */
export function WriteOff({ row, onClose }: { row: Invoice; onClose: () => void }) {
  const [id] = useState(newId)
  const fields = useMemo(
    () =>
      defineFields({
        amount: money('Amount', { required: true, aboveZero: true, most: row.balance, currency: row.currency }),
        reason: longText('Why', { required: true, max: 2000, empty: '', missing: 'Please say why' }),
      }),
    [row.balance, row.currency],
  )
  const form = useRecordForm({
    fields,
    name: `write-off-${row.id}`,
    isNew: true,
    stored: { amount: row.balance },
    queryKey: accountsKey,
    save: ({ amount, reason }) => writeOff({ id, invoiceId: row.id, amount, reason }),
    onSaved: onClose,
  })
  return (
    <RecordForm form={form} label="Write off" submitLabel="Write off" onCancel={onClose} isPlain autoFocus>
      <Text size="sm" c="dimmed">
        {withTax(
          'The client no longer owes it. The invoice and its {tax} stay as they were issued: ask your accountant about the {tax}.',
        )}
      </Text>
    </RecordForm>
  )
}
