import { Modal, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { isZero } from '@/shared/domain/money/is-zero'
import { formatMoney } from '@/shared/domain/money/money'
import { isDay } from '@/shared/domain/time/days'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { accountsKey } from '../../shared/keys'
import { today } from '../../shared/today'
import { countCash } from '../api/cash-book.mutation'
import { type CashAccount, cashAccountsQuery, tillQuery } from '../api/cash-book.query'
import { offBy, offText } from '../cash-words'

/** Compares what somebody counted with the books; a difference is booked to the account that they choose. */
export function CountForm({ onClose }: { onClose: () => void }) {
  const accounts = useQuery(cashAccountsQuery)
  return (
    <Modal opened onClose={onClose} title="Count the till">
      {accounts.isPending ? (
        <Skeleton height={240} />
      ) : accounts.isError ? (
        <Problem onRetry={() => void accounts.refetch()}>The accounts could not be read</Problem>
      ) : (
        <Count accounts={accounts.data} onClose={onClose} />
      )}
    </Modal>
  )
}

/** `holdsOn`: what the books say that the till holds at the end of a day; null where it is not read yet. */
const fieldsOf = (accounts: readonly CashAccount[], holdsOn: (day: string) => string | null) =>
  defineFields({
    counted: money('The till holds', { required: true, missing: 'Please enter what you counted' }),
    on_date: date('At the end of', { required: true, to: today() }),
    account: choice('Account of the difference', accounts, {
      required: true,
      wide: true,
      missing: 'Please choose the account for the difference',
      hiddenUnless: ({ counted = '', on_date = '' }) => {
        const off = offBy(counted, holdsOn(on_date))
        return off !== null && !isZero(off)
      },
    }),
    words: text('Note', { max: 500, wide: true }),
  })

function Count({ accounts, onClose }: { accounts: readonly CashAccount[]; onClose: () => void }) {
  const [id] = useState(newId)
  const client = useQueryClient()
  const holdsOn = (day: string) => client.getQueryData(tillQuery(day).queryKey)?.holds ?? null
  const form = useRecordForm({
    fields: useMemo(
      () => fieldsOf(accounts, (day) => client.getQueryData(tillQuery(day).queryKey)?.holds ?? null),
      [accounts, client],
    ),
    name: 'cash-count',
    isNew: true,
    isOnlyBegun: true,
    stored: { on_date: today() },
    queryKey: accountsKey,
    save: (values) => {
      const off = offBy(values.counted, holdsOn(values.on_date))
      return countCash(id, { ...values, account: off === null || isZero(off) ? null : values.account })
    },
    onSaved: (off) => {
      notifications.show({ message: `The count is kept: ${offText(off)}.` })
      onClose()
    },
  })
  const { counted, on_date: day } = form.drafts
  const till = useQuery({ ...tillQuery(day), enabled: isDay(day) })
  const off = offBy(counted, till.data?.holds)
  return (
    <RecordForm form={form} label="Count the till" submitLabel="Keep the count" onCancel={onClose} isPlain autoFocus>
      <Text role="status" {...(off !== null && !isZero(off) ? { fw: 600 } : { c: 'dimmed' })}>
        {till.data
          ? off !== null && !isZero(off)
            ? `You counted ${offText(off)}: ${formatMoney(till.data.holds)}.`
            : `The books say ${formatMoney(till.data.holds)}${off === null ? '.' : ', as you counted.'}`
          : ''}
      </Text>
    </RecordForm>
  )
}
