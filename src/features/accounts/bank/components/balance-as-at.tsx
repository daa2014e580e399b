import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '@/kit/fields/day-field'
import { Facts } from '@/kit/record/record-page'
import { readableIban } from '@/shared/domain/money/iban'
import { isZero } from '@/shared/domain/money/is-zero'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText, countText } from '@/shared/domain/text/formats'
import { isDay } from '@/shared/domain/time/days'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { today } from '../../shared/today'
import { type BankBalance, bankBalanceQuery, bankInBooksQuery } from '../api/balance.query'

/** What the bank says on a day, beside what its entries and the books come to. */
export function BalanceAsAt() {
  const [typed, setTyped] = useState(today())
  const day = isDay(typed) ? typed : null
  return (
    <section className={page.panel} aria-label="Reconciliation">
      <Group justify="space-between" align="flex-end" mb="sm">
        <Title order={2} size="h4">
          Reconciliation
        </Title>
        <DayField label="As at" value={typed} onChange={setTyped} />
      </Group>
      {day === null ? null : (
        <Stack gap="md">
          <Books day={day} />
          <Accounts day={day} />
        </Stack>
      )}
    </section>
  )
}

/** The account of the bank in the books beside the statements of all accounts, and what explains the difference. */
function Books({ day }: { day: string }) {
  const balance = useQuery(bankInBooksQuery(day))
  if (balance.isPending) return <LineSkeletons count={1} height={96} />
  if (balance.isError)
    return <Problem onRetry={() => void balance.refetch()}>The balance in the books could not be read</Problem>
  if (balance.data === null) return null
  const { account, books, bank, off, waiting, ignored, later, later_count, rest } = balance.data
  const money = (amount: string | null) => (amount === null ? null : formatMoney(amount))
  const unlessNone = (amount: string | null) => (amount === null || isZero(amount) ? null : formatMoney(amount))
  return (
    <Stack gap="xs">
      <Text fw={600}>In the books: {account}</Text>
      {bank === null || off === null ? null : (
        <Text size="sm">
          {isZero(off)
            ? 'The books and the bank say the same.'
            : `The books say ${formatMoney(off.replace('-', ''))} ${off.startsWith('-') ? 'less' : 'more'} than the bank.`}
        </Text>
      )}
      <Facts
        of={{
          'Books say': money(books),
          'Statements say': money(bank),
          'At the bank, not matched yet': unlessNone(waiting),
          'At the bank, ignored': unlessNone(ignored),
          [`At the bank, booked after ${calendarDayText(day)}`]:
            later_count === 0 ? null : entriesText(later_count, later),
          'In the books only, or before the first statement': unlessNone(rest),
        }}
      />
    </Stack>
  )
}

function Accounts({ day }: { day: string }) {
  const balances = useQuery(bankBalanceQuery(day))
  if (balances.isPending) return <LineSkeletons count={1} height={96} />
  if (balances.isError)
    return <Problem onRetry={() => void balances.refetch()}>The balance of the bank could not be read</Problem>
  if (balances.data.length === 0) return <Text c="dimmed">No statement was imported for days up to this one.</Text>
  return (
    <Stack gap="md">
      {balances.data.map((one) => (
        <Account key={`${one.account_iban} ${one.currency}`} of={one} />
      ))}
    </Stack>
  )
}

const entriesText = (count: number, amount: string, currency?: string) =>
  count === 0
    ? 'None'
    : `${formatMoney(amount, currency)} in ${count === 1 ? '1 entry' : `${countText(count)} entries`}`

function Account({ of }: { of: BankBalance }) {
  const money = (amount: string | null) => (amount === null ? null : formatMoney(amount, of.currency))
  return (
    <Stack gap="xs">
      {of.account_iban ? <Text fw={600}>{readableIban(of.account_iban)}</Text> : null}
      <Agreement of={of} />
      <Facts
        of={{
          'The bank says':
            of.said === null || of.said_on === null ? null : `${money(of.said)} on ${calendarDayText(of.said_on)}`,
          'Opening and entries come to': of.said === null ? null : money(of.reckoned),
          Matched: money(of.matched),
          'Not matched yet': entriesText(of.waiting_count, of.waiting, of.currency),
          Ignored: entriesText(of.ignored_count, of.ignored, of.currency),
          [`In the books by bank since ${calendarDayText(of.first_day)}`]: money(of.booked),
          'Of it on no statement': money(of.by_hand),
        }}
      />
    </Stack>
  )
}

/** Whether the entries lead to the balance of the bank, in a sentence. */
function Agreement({ of }: { of: BankBalance }) {
  if (of.off === null)
    return (
      <Text size="sm" c="dimmed">
        The statements up to this day do not say an opening and a closing balance: nothing can be compared.
      </Text>
    )
  if (isZero(of.off)) return <Text size="sm">The entries lead to the balance of the bank.</Text>
  const amount = formatMoney(of.off.replace('-', ''), of.currency)
  const side = of.off.startsWith('-') ? 'less' : 'more'
  return (
    <Alert color="yellow" title={`The bank says ${amount} ${side} than opening and entries come to`}>
      <Text size="sm">
        A statement between the first and the last one is missing, or one has entries of another day.
      </Text>
    </Alert>
  )
}
