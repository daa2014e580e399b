import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { calendarDayText } from '@/shared/domain/text/formats'
import { journalKey } from '../api/account-choices.query'
import { reverseEntry } from '../api/book-entries.mutation'
import type { BookEntry } from '../api/book-entries.query'
import { daysToTakeBack } from '../days-to-take-back'
import { closedToQuery } from '../api/closed-to.query'

const fieldsFor = (days: readonly string[]) =>
  defineFields({
    when: choice(
      'When',
      [
        ...days.map((day) => ({ value: day, label: calendarDayText(day) })),
        { value: 'other', label: 'On another day' },
      ],
      { required: true, help: 'An accrual is taken back on the first day of the next month.' },
    ),
    day: date('Day', { required: true, hiddenUnless: ({ when }) => when === 'other' }),
    reason: longText('Why', { required: true, max: 400, empty: '', wide: true, missing: 'Please say why' }),
  })

type TakeBackProps = { row: BookEntry; onClose: () => void }

/** Asks for the day and the reason before an entry is taken back. */
export function TakeBack({ row, onClose }: TakeBackProps) {
  const closed = useQuery(closedToQuery)
  return (
    <Modal opened onClose={onClose} title={`Take ${row.entry_number} back`}>
      {closed.isPending ? null : <TakeBackForm row={row} closedTo={closed.data ?? null} onClose={onClose} />}
    </Modal>
  )
}

function TakeBackForm({ row, closedTo, onClose }: TakeBackProps & { closedTo: string | null }) {
  const [days] = useState(() => daysToTakeBack(row.on_date, closedTo))
  const [fields] = useState(() => fieldsFor(days))
  const form = useRecordForm({
    fields,
    name: `take-back-${row.id}`,
    isNew: true,
    isOnlyBegun: true,
    stored: { when: days[0] },
    queryKey: journalKey,
    save: ({ when, day, reason }) => reverseEntry(row.id, reason, when === 'other' ? String(day) : String(when)),
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      label={`Take ${row.entry_number} back`}
      submitLabel="Take back"
      onCancel={onClose}
      hint="The same lines are booked with the sides changed."
      isPlain
      autoFocus
    />
  )
}
