import { Modal, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { readableIban } from '@/shared/domain/money/iban'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText } from '@/shared/domain/text/formats'
import { Problem } from '@/shared/ui/page/problem'
import { type TaxRate, taxRatesQuery } from '../../shared/api/tax-in-amount.query'
import { accountsKey } from '../../shared/keys'
import { sentRate, taxInAmount } from '../../shared/tax-in-amount'
import { bookEntries } from '../api/account.mutation'
import { type AccountChoice, bankAccountsQuery } from '../api/account.query'
import type { Entry } from '../api/bank.query'
import { useWorth } from './worth'

type BookProps = { entries: readonly Entry[]; onClose: () => void; onDecided: (words: string) => void }

/** Asks for the account of entries that are nobody's payment: fees, interest, other income, salaries, taxes, the owner's money. */
export function BookToAccount({ entries, ...after }: BookProps) {
  const [first] = entries
  return (
    <Modal opened={first !== undefined} onClose={after.onClose} size="lg" title={titleOf(entries)}>
      {first === undefined ? null : entries.length === 1 ? (
        <OneEntry key={first.id} entry={first} {...after} />
      ) : (
        <Accounts entries={entries} {...after} />
      )}
    </Modal>
  )
}

function titleOf(entries: readonly Entry[]): string {
  const [first] = entries
  if (first === undefined) return ''
  return entries.length === 1
    ? `Book ${formatMoney(first.amount, first.currency)} of ${calendarDayText(first.booked_on)} to an account`
    : `Book ${entries.length} entries to an account`
}

function OneEntry({ entry, ...after }: Omit<BookProps, 'entries'> & { entry: Entry }) {
  const { booked, worth, field } = useWorth(entry)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {[entry.party_name, entry.remittance].filter(Boolean).join(' · ') || 'The bank gives no name and no text.'}
      </Text>
      {field}
      {booked ? <Accounts key={worth} entries={[entry]} worth={worth} {...after} /> : null}
    </Stack>
  )
}

function Accounts(props: BookProps & { worth?: string | undefined }) {
  const accounts = useQuery(bankAccountsQuery)
  const rates = useQuery(taxRatesQuery)
  if (accounts.isPending || rates.isPending) return <Skeleton height={160} />
  if (accounts.isError || rates.isError)
    return (
      <Problem onRetry={() => void Promise.all([accounts.refetch(), rates.refetch()])}>
        The accounts could not be read
      </Problem>
    )
  return <BookForm {...props} accounts={accounts.data} rates={rates.data} />
}

function BookForm({
  entries,
  worth,
  accounts,
  rates,
  onClose,
  onDecided,
}: BookProps & { worth?: string | undefined; accounts: readonly AccountChoice[]; rates: readonly TaxRate[] }) {
  const ids = entries.map(({ id }) => id)
  const form = useRecordForm({
    fields: useMemo(() => fieldsOf(accounts, rates, entries), [accounts, rates, entries]),
    name: `bank-account-${ids.join('-').slice(0, 80)}`,
    isNew: true,
    stored: { next: 'ask' },
    queryKey: accountsKey,
    save: ({ account, vat_rate, next }) =>
      bookEntries(ids, {
        account,
        vatRate: sentRate(account, vat_rate),
        learn: next === 'iban' || next === 'text' ? next : null,
        worth,
      }),
    onSaved: () => {
      const [one] = entries
      notifications.show({
        message: entries.length === 1 ? 'The entry is booked.' : `${entries.length} entries are booked.`,
      })
      if (one)
        onDecided(`Booked to ${accounts.find(({ value }) => value === form.drafts.account)?.label ?? 'an account'}.`)
      onClose()
    },
  })
  return <RecordForm form={form} label="Account" submitLabel="Book" onCancel={onClose} isPlain />
}

const fieldsOf = (accounts: readonly AccountChoice[], rates: readonly TaxRate[], entries: readonly Entry[]) =>
  defineFields({
    account: choice('Account', accounts, { required: true, wide: true, missing: 'Please choose the account' }),
    vat_rate: taxInAmount(rates),
    next: choice('Next time', nextChoices(entries), { required: true, wide: true }),
  })

/** What can be learnt: every entry has what the next one is known by. */
function nextChoices(entries: readonly Entry[]) {
  const [first] = entries
  const named = entries.length === 1 && first?.party_iban ? readableIban(first.party_iban) : 'the other account'
  return [
    { value: 'ask', label: 'Ask again' },
    ...(entries.every(({ party_iban }) => party_iban)
      ? [{ value: 'iban', label: `Propose this account for entries of ${named}` }]
      : []),
    ...(entries.every(({ remittance, party_name }) => /\p{L}{3}/u.test(remittance ?? party_name ?? ''))
      ? [{ value: 'text', label: 'Propose this account for the same text' }]
      : []),
  ]
}
