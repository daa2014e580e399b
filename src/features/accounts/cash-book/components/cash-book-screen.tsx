import { ActionIcon, Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconArrowBackUp, IconBuildingBank, IconCash, IconCoins, IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { isRecordKind } from '@/shared/domain/records/record-kind'
import { calendarDayText } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { AccountsBar } from '../../shared/accounts-bar'
import { accountsKey } from '../../shared/keys'
import { today } from '../../shared/today'
import { takeBackCash } from '../api/cash-book.mutation'
import { cashBookKey, type CashLine, readCashBook, type Till, tillQuery } from '../api/cash-book.query'
import { cashBookFilters } from '../cash-book-filters'
import { cashLive, offText } from '../cash-words'
import { BankForm } from './bank-form'
import { CashForm } from './cash-form'
import classes from './cash-book.module.css'
import { CountForm } from './count-form'

const cashBook = defineList({
  name: 'cash-book',
  one: 'line',
  many: 'lines',
  key: cashBookKey,
  live: cashLive,
  filters: cashBookFilters,
  columns: [
    { name: 'number', label: 'Number', text: (row: CashLine) => row.number },
    { name: 'day', label: 'Day', day: (row) => row.on_date },
    {
      name: 'words',
      label: 'What for',
      card: 'line',
      text: (row) => [row.words, row.state === 'taken_back' ? 'taken back' : null].filter(Boolean).join(' · '),
    },
    { name: 'account', label: 'Account or party', from: 'md', card: 'line', text: (row) => row.account ?? row.party },
    { name: 'vat', label: '{Tax} in it', from: 'lg', money: (row) => row.vat },
    { name: 'in', label: 'In', isNamed: true, card: 'end', money: (row) => row.came_in },
    { name: 'out', label: 'Out', isNamed: true, card: 'end', money: (row) => row.went_out },
    { name: 'balance', label: 'In the till', isNamed: true, card: 'below', money: (row) => row.balance },
  ],
  sort: { by: 'place', down: true },
  read: readCashBook,
})

/** Where a line leads: to the payment, bill or entry by hand that it is of, or to the entry of the bank. */
function useLineHref(): (row: CashLine) => string | null {
  const href = useRecordHref()
  return ({ kind, record_id, number }) =>
    isRecordKind(kind)
      ? href(kind, record_id)
      : kind === 'bank_entry'
        ? `${linkTo('/payments/bank-import')}?show=confirmed&search=${encodeURIComponent(number)}`
        : null
}

/** /cash-book: what the till holds, what moved it, and the entries and counts that a person makes there. */
export function CashBookScreen() {
  const rights = useRights()
  const href = useLineHref()
  const dialog = useDialog('cash')
  const subject = dialog.isOpen ? (dialog.subject ?? '') : null
  const mayTakeBack = can(rights, 'payments', 'edit')
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Cash Book"
      lead="What moved the till, the newest first. Payments in cash of clients and to suppliers stand here by themselves."
      width="full"
    >
      <InTheTill onOpen={dialog.open} />
      <RecordList
        list={cashBook}
        href={href}
        rowActions={(row) =>
          mayTakeBack && row.state === 'booked' ? (
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={`Take ${row.number} back`}
              title="Take back"
              onClick={() => dialog.open(row.id)}
            >
              <IconArrowBackUp size={18} aria-hidden />
            </ActionIcon>
          ) : null
        }
        empty={{
          icon: <IconCash stroke={1.5} />,
          title: 'Nothing moved the till on these days',
          children: 'What the till pays or gets is entered above. Begin with the money that is in it, as “Put in”.',
        }}
      />
      {subject === null ? null : subject === 'out' || subject === 'in' ? (
        <CashForm direction={subject} onClose={dialog.close} />
      ) : subject === 'bank' ? (
        <BankForm onClose={dialog.close} />
      ) : subject === 'count' ? (
        <CountForm onClose={dialog.close} />
      ) : (
        <ReasonDialog
          title="Take the entry back"
          text="The same entry is booked with the sides changed, on its day, or today where that day is closed."
          submitLabel="Take back"
          name={`take-back-cash-${subject}`}
          queryKey={accountsKey}
          save={(reason) => takeBackCash(subject, reason)}
          onClose={dialog.close}
        />
      )}
    </PageFrame>
  )
}

function InTheTill({ onOpen }: { onOpen: (subject: string) => void }) {
  const mayBook = can(useRights(), 'payments', 'create')
  const till = useQuery(tillQuery(today()))
  if (till.isError) return <Problem onRetry={() => void till.refetch()}>The till could not be read</Problem>
  if (till.isPending || till.data === null) return <Skeleton height={120} mb="md" />
  if (till.data.account === null)
    return (
      <Alert color="yellow" mb="md" title="Your books have no account for cash of its own">
        Add a rule for money in cash to the <Link to={linkTo('/chart-of-accounts')}>chart of accounts</Link>, and the
        till is told from the bank.
      </Alert>
    )
  return (
    <section className={classes.till} aria-label="The till">
      <div>
        <Text c="dimmed">In the till now</Text>
        <p className={classes.holds} data-below={till.data.holds.startsWith('-') || undefined}>
          {formatMoney(till.data.holds)}
        </p>
        <Counted till={till.data} />
      </div>
      {mayBook ? (
        <Group gap="xs" className={classes.acts ?? ''}>
          <Button leftSection={<IconMinus size={18} aria-hidden />} onClick={() => onOpen('out')}>
            Paid out
          </Button>
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onOpen('in')}>
            Put in
          </Button>
          <Button
            variant="default"
            leftSection={<IconBuildingBank size={18} aria-hidden />}
            onClick={() => onOpen('bank')}
          >
            To or from the bank
          </Button>
          <Button variant="default" leftSection={<IconCoins size={18} aria-hidden />} onClick={() => onOpen('count')}>
            Count
          </Button>
        </Group>
      ) : null}
    </section>
  )
}

/** The last count, and the first day since it on which the till would have held less than nothing. */
function Counted({ till }: { till: Till }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {till.counted_on === null
          ? 'It was never counted.'
          : `Counted on ${calendarDayText(till.counted_on)}${till.counted_by ? ` by ${till.counted_by}` : ''}: ${formatMoney(till.counted)}, ${offText(till.counted_off)}.`}
      </Text>
      {till.below_on === null ? null : (
        <Text size="sm" fw={600} className={classes.below ?? ''}>
          {`At the end of ${calendarDayText(till.below_on)} it would have held ${formatMoney(till.below)}: an entry is missing or wrong.`}
        </Text>
      )}
    </>
  )
}
