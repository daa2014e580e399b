import { Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { newId } from '@/shared/lib/new-id'
import { accountsKey } from '../../shared/keys'
import { today } from '../../shared/today'
import { carryCash } from '../api/cash-book.mutation'

const fields = defineFields({
  direction: choice(
    'What happened',
    [
      { value: 'out', label: 'Brought to the bank' },
      { value: 'in', label: 'Taken from the bank' },
    ],
    { required: true, wide: true },
  ),
  amount: money('Amount', { required: true, aboveZero: true }),
  on_date: date('Day', { required: true, to: today() }),
  words: text('Note', { max: 500, wide: true }),
})

/** Money between the till and the bank: it is on its way until the entry of the bank is booked to the same account. */
export function BankForm({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="To or from the bank">
      <CarryForm onClose={onClose} />
    </Modal>
  )
}

function CarryForm({ onClose }: { onClose: () => void }) {
  const [id] = useState(newId)
  const form = useRecordForm({
    fields,
    name: 'cash-bank',
    isNew: true,
    isOnlyBegun: true,
    stored: { direction: 'out', on_date: today() },
    queryKey: accountsKey,
    save: (values) => carryCash(id, values),
    onSaved: (number) => {
      notifications.show({ message: `${number} is booked. The entry of the bank is proposed for the same account.` })
      onClose()
    },
  })
  return (
    <RecordForm
      form={form}
      label="To or from the bank"
      submitLabel="Book it"
      onCancel={onClose}
      hint="The money is on its way, on the account for transfers between your own accounts, until the entry of the bank is booked there, too: it is proposed."
      isPlain
    />
  )
}
