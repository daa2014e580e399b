import { IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dayRangeText } from '@/kit/list/day-range'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { useFilters } from '@/kit/list/use-filters'
import { formatMoney } from '@/shared/domain/money/money'
import { PageFrame } from '@/shared/ui/page/page-frame'
import classes from '../../shared/accounts.module.css'
import { AccountsBar } from '../../shared/accounts-bar'
import { accountNamesQuery, journalKey } from '../api/account-choices.query'
import { balanceQuery, readSheet, type SheetLine } from '../api/journal.query'
import { daysOf } from '../../shared/days'
import { sheetFilters } from '../journal-filters'
import { journalLive, vatText } from '../journal-words'
import { useOriginHref } from '../use-origin-href'

const sheetOf = (id: string) =>
  defineList({
    name: 'account-sheet',
    one: 'line',
    many: 'lines',
    key: [...journalKey, 'sheet', id],
    live: journalLive,
    filters: sheetFilters,
    idOf: (row: SheetLine) => row.place,
    columns: [
      { name: 'number', label: 'Paper', text: (row) => row.number },
      { name: 'day', label: 'Day', day: (row) => row.on_date },
      { name: 'party', label: 'Client or supplier', from: 'md', card: 'line', text: (row) => row.party },
      { name: 'words', label: 'Text', from: 'lg', card: 'none', text: (row) => row.words },
      { name: 'vat', label: '{Tax}', from: 'lg', text: vatText },
      { name: 'debit', label: 'Debit', isNamed: true, money: (row) => row.debit },
      { name: 'credit', label: 'Credit', isNamed: true, money: (row) => row.credit },
      { name: 'balance', label: 'Balance', isNamed: true, card: 'end', money: (row) => row.balance },
    ],
    sort: { by: 'place', down: false },
    read: readSheet(id),
  })

/** What the account had before the days, and what it has after them. */
function Ends({ id }: { id: string }) {
  const { filter } = useFilters(sheetFilters)
  const { data } = useQuery(balanceQuery(daysOf(filter.days)))
  const row = data?.find((line) => line.account_id === id)
  const end = (label: string, amount: string | undefined) => (
    <div>
      <dt>{label}</dt>
      <dd>{data ? formatMoney(amount ?? '0.00') : '…'}</dd>
    </div>
  )
  return (
    <dl className={classes.sums} aria-label="Opening and closing">
      {end('Opening', row?.opening)}
      {end('Closing', row?.closing)}
    </dl>
  )
}

/** /trial-balance/:id: the entries of one account, with what it has after each. */
export function SheetScreen({ id = '' }: { id?: string }) {
  const href = useOriginHref()
  const { filter } = useFilters(sheetFilters)
  const sheet = useMemo(() => sheetOf(id), [id])
  const account = useQuery(accountNamesQuery).data?.find(({ value }) => value === id)
  return (
    <PageFrame
      above={<AccountsBar />}
      title={account?.label ?? 'Account Sheet'}
      lead={`${dayRangeText(daysOf(filter.days))}, oldest first.`}
      width="full"
    >
      <RecordList
        list={sheet}
        sums={<Ends id={id} />}
        href={href}
        empty={{
          icon: <IconBook2 stroke={1.5} />,
          title: 'Nothing is booked to this account on these days',
        }}
      />
    </PageFrame>
  )
}
