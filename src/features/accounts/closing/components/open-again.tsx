import { Alert, Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { longText } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { dayRangeText } from '@/kit/list/day-range'
import { calendarDayText, withTax } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { accountsKey } from '../../shared/keys'
import { closeBooks } from '../api/closing.mutation'
import { filedReturnsQuery } from '../api/closing.query'

const fields = defineFields({
  to: date('Days stay closed up to'),
  reason: longText('Why', {
    required: true,
    max: 2000,
    empty: '',
    missing: 'Please say why the books are opened again',
  }),
})

type OpenAgainProps = {
  closedTo: string
  /** The day up to which the books were closed before, which is proposed; null for none. */
  formerly: string | null
  onClose: () => void
}

/** An admin opens closed days again, with a reason that stays in the history. */
export function OpenAgain({ closedTo, formerly, onClose }: OpenAgainProps) {
  const form = useRecordForm({
    fields,
    name: 'open-books-again',
    isNew: true,
    stored: { to: formerly },
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
      <FiledDays from={form.drafts.to ?? ''} to={closedTo} />
    </RecordForm>
  )
}

/** Filed returns of days that are opened: what is booked there changes them. */
function FiledDays({ from, to }: { from: string; to: string }) {
  const { data = [] } = useQuery(filedReturnsQuery(to))
  const filed = data.filter((period) => period.to > from)
  if (filed.length === 0) return null
  return (
    <Alert color="yellow" role="status">
      {withTax('A {tax} return is filed for days that are opened: ')}
      {filed.map((period, place) => (
        <Fragment key={period.from + period.to}>
          {place === 0 ? '' : ', '}
          <Anchor component={Link} inherit to={`${linkTo('/vat')}?days=${period.from}..${period.to}`}>
            {dayRangeText(period)}
          </Anchor>
        </Fragment>
      ))}
      . What is booked there changes its figures, and it has to be filed again.
    </Alert>
  )
}
