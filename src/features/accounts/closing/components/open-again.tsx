import { Text } from '@mantine/core'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { calendarDayText } from '@/shared/domain/text/formats'
import { accountsKey } from '../../shared/keys'
import { closeBooks } from '../api/closing.mutation'

const fields = defineFields({
  to: date('Days stay closed up to'),
  reason: longText('Why', {
    required: true,
    max: 2000,
    empty: '',
    missing: 'Please say why the books are opened again',
  }),
})

/** An admin opens closed days again, with a reason that stays in the history. */
export function OpenAgain({ closedTo, onClose }: { closedTo: string; onClose: () => void }) {
  const form = useRecordForm({
    fields,
    name: 'open-books-again',
    isNew: true,
    stored: {},
    queryKey: accountsKey,
    check: ({ to }) => (to && to >= closedTo ? { to: `Please choose a day before ${calendarDayText(closedTo)}` } : {}),
    save: ({ to, reason }) => closeBooks({ to, scope: 'everybody', reason }),
    onSaved: onClose,
  })
  return (
    <RecordForm form={form} label="Open days again" submitLabel="Open again" onCancel={onClose} isPlain autoFocus>
      <Text size="sm" c="dimmed">
        Without a day, all days are open. Papers and payments of the opened days can be booked and changed again. Close
        them again when it is done.
      </Text>
    </RecordForm>
  )
}
