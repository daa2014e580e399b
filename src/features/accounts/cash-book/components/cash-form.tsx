import { Modal, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { type TaxRate, taxRatesQuery } from '../../shared/api/tax-in-amount.query'
import { accountsKey } from '../../shared/keys'
import { sentRate, taxInAmount } from '../../shared/tax-in-amount'
import { today } from '../../shared/today'
import { bookCash } from '../api/cash-book.mutation'
import { type CashAccount, cashAccountsQuery } from '../api/cash-book.query'

type Direction = 'out' | 'in'
const titles = { out: 'Paid out', in: 'Put in' } as const

/** What the till paid or got that is nobody's payment: amount, what for, account, at once. */
export function CashForm({ direction, onClose }: { direction: Direction; onClose: () => void }) {
  const accounts = useQuery(cashAccountsQuery)
  const rates = useQuery(taxRatesQuery)
  return (
    <Modal opened onClose={onClose} title={titles[direction]}>
      {accounts.isPending || rates.isPending ? (
        <Skeleton height={280} />
      ) : accounts.isError || rates.isError ? (
        <Problem onRetry={() => void Promise.all([accounts.refetch(), rates.refetch()])}>
          The accounts could not be read
        </Problem>
      ) : (
        <EntryForm direction={direction} accounts={accounts.data} rates={rates.data} onClose={onClose} />
      )}
    </Modal>
  )
}

const fieldsOf = (direction: Direction, accounts: readonly CashAccount[], rates: readonly TaxRate[]) =>
  defineFields({
    amount: money('Amount', { required: true, aboveZero: true }),
    words: text(direction === 'out' ? 'What for' : 'Where from', {
      required: true,
      max: 500,
      wide: true,
      missing: direction === 'out' ? 'Please say what it was for' : 'Please say where it came from',
    }),
    account: choice('Account', accounts, {
      required: true,
      wide: true,
      missing: 'Please choose the account',
      help: 'What was used last comes first.',
    }),
    vat_rate: taxInAmount(rates, (account) => accounts.find(({ value }) => value === account)?.rate ?? ''),
    on_date: date('Day', { required: true, to: today() }),
  })

type EntryFormProps = {
  direction: Direction
  accounts: readonly CashAccount[]
  rates: readonly TaxRate[]
  onClose: () => void
}

function EntryForm({ direction, accounts, rates, onClose }: EntryFormProps) {
  const [id] = useState(newId)
  const form = useRecordForm({
    fields: useMemo(() => fieldsOf(direction, accounts, rates), [direction, accounts, rates]),
    name: `cash-${direction}`,
    isNew: true,
    isOnlyBegun: true,
    stored: { on_date: today() },
    queryKey: accountsKey,
    save: (values) => bookCash(id, direction, { ...values, vat_rate: sentRate(values.account, values.vat_rate) }),
    onSaved: (number) => {
      notifications.show({ message: `${number} is booked` })
      onClose()
    },
  })
  return <RecordForm form={form} label={titles[direction]} submitLabel="Book it" onCancel={onClose} isPlain autoFocus />
}
