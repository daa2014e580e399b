import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dayRangeText } from '@/kit/list/day-range'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { useFilters } from '@/kit/list/use-filters'
import { formatMoney } from '@/shared/domain/money/money'
import { PageFrame } from '@/shared/ui/page/page-frame'
import classes from '../../shared/accounts.module.css'
import { AccountsBar } from '../../shared/accounts-bar'
import { journalKey } from '../api/account-choices.query'
import { type BalanceLine, balanceQuery, readBalance } from '../api/journal.query'
import { daysOf } from '../../shared/days'
import { sheetFilters } from '../journal-filters'
import { journalLive, kindText, sheetAddress, sumsOf } from '../journal-words'

const balanceList = defineList({
  name: 'trial-balance',
  one: 'account',
  many: 'accounts',
  key: journalKey,
  live: journalLive,
  filters: sheetFilters,
  idOf: (row: BalanceLine) => row.account_id ?? 'earlier years',
  columns: [
    { name: 'account', label: 'Account', text: (row) => (row.code === null ? row.name : `${row.code} ${row.name}`) },
    { name: 'kind', label: 'Kind', from: 'lg', card: 'none', text: (row) => kindText(row.kind) },
    { name: 'opening', label: 'Opening', isNamed: true, from: 'sm', money: (row) => row.opening },
    { name: 'debit', label: 'Debit', isNamed: true, money: (row) => row.debit },
    { name: 'credit', label: 'Credit', isNamed: true, money: (row) => row.credit },
    { name: 'closing', label: 'Closing', isNamed: true, card: 'end', money: (row) => row.closing },
  ],
  sort: { by: 'account', down: false },
  read: readBalance,
})

/** The sums under each other: the openings and the closings come to zero, the debits to the credits. */
function Sums() {
  const { filter } = useFilters(sheetFilters)
  const { data } = useQuery(balanceQuery(daysOf(filter.days)))
  const sums = data ? sumsOf(data) : null
  const sum = (label: string, amount: string | undefined) => (
    <div>
      <dt>{label}</dt>
      <dd>{amount === undefined ? '…' : formatMoney(amount)}</dd>
    </div>
  )
  return (
    <dl className={classes.sums} aria-label="Sums of all accounts">
      {sum('Opening', sums?.opening)}
      {sum('Debit', sums?.debit)}
      {sum('Credit', sums?.credit)}
      {sum('Closing', sums?.closing)}
    </dl>
  )
}

/** /trial-balance: every account with its opening, debits, credits and closing. */
export function BalanceScreen() {
  const { filter } = useFilters(sheetFilters)
  const days = daysOf(filter.days)
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Trial Balance"
      lead={`${dayRangeText(days)}. Debits are above zero, credits below. Income and costs begin with each financial year.`}
      width="full"
    >
      <RecordList
        list={balanceList}
        sums={<Sums />}
        href={(row) => (row.account_id === null ? null : sheetAddress(row.account_id, days))}
        empty={{
          icon: <IconScale stroke={1.5} />,
          title: 'No account has entries yet',
          children: 'Issued invoices, credit notes, payments and bills are booked by themselves.',
        }}
      />
    </PageFrame>
  )
}
