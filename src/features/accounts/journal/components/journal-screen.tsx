import { Anchor, Button } from '@mantine/core'
import { IconBook2, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { dayRangeText } from '@/kit/list/day-range'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { useFilters } from '@/kit/list/use-filters'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page/page-frame'
import classes from '../../shared/accounts.module.css'
import { AccountsBar } from '../../shared/accounts-bar'
import { journalKey } from '../api/account-choices.query'
import { balanceQuery, type JournalLine, readJournal } from '../api/journal.query'
import { daysOf } from '../../shared/days'
import { journalFilters } from '../journal-filters'
import { journalLive, sheetAddress, sumsOf, vatText } from '../journal-words'
import { useOriginHref } from '../use-origin-href'
import { NewEntry } from './new-entry'

const journalList = defineList({
  name: 'journal',
  one: 'line',
  many: 'lines',
  key: journalKey,
  live: journalLive,
  filters: journalFilters,
  idOf: (row: JournalLine) => row.place,
  columns: [
    { name: 'number', label: 'Paper', text: (row) => row.number },
    { name: 'day', label: 'Day', day: (row) => row.on_date },
    {
      name: 'account',
      label: 'Account',
      card: 'line',
      cell: (row) => <AccountLink row={row} />,
      csv: (row) => `${row.code} ${row.account}`,
    },
    { name: 'party', label: 'Client or supplier', from: 'md', card: 'line', text: (row) => row.party },
    { name: 'words', label: 'Text', from: 'xl', card: 'none', text: (row) => row.words },
    { name: 'vat', label: '{Tax}', from: 'lg', text: vatText },
    { name: 'debit', label: 'Debit', isNamed: true, card: 'end', money: (row) => row.debit },
    { name: 'credit', label: 'Credit', isNamed: true, card: 'end', money: (row) => row.credit },
  ],
  sort: { by: 'place', down: false },
  read: readJournal,
})

function AccountLink({ row }: { row: JournalLine }) {
  const { filter } = useFilters(journalFilters)
  return (
    <Anchor component={Link} to={sheetAddress(row.account_id, daysOf(filter.days))} inherit>
      {`${row.code} ${row.account}`}
    </Anchor>
  )
}

/** The sums of the days: debits are credits, or a paper is damaged. */
function Sums() {
  const { filter } = useFilters(journalFilters)
  const { data } = useQuery(balanceQuery(daysOf(filter.days)))
  const sums = data
    ? sumsOf(filter.account === null ? data : data.filter((row) => row.account_id === filter.account))
    : null
  return (
    <dl className={classes.sums} aria-label="Sums of these days">
      <div>
        <dt>Debit</dt>
        <dd>{sums ? formatMoney(sums.debit) : '…'}</dd>
      </div>
      <div>
        <dt>Credit</dt>
        <dd>{sums ? formatMoney(sums.credit) : '…'}</dd>
      </div>
    </dl>
  )
}

/** /journal: the double entries that follow from papers, payments and booked bank entries, and those made by hand. */
export function JournalScreen() {
  const href = useOriginHref()
  const { filter } = useFilters(journalFilters)
  const days = daysOf(filter.days)
  const dialog = useDialog('entry')
  const rights = useRights()
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Journal"
      lead={`${dayRangeText(days)}. Lines follow from papers, payments and booked entries of the bank by themselves; what else the books need is entered by hand.`}
      width="full"
      actions={
        <>
          <Button component={Link} variant="default" to={`${linkTo('/hand-over')}?days=${days.from}..${days.to}`}>
            Hand over
          </Button>
          {can(rights, 'payments', 'edit') ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => dialog.open()}>
              New entry
            </Button>
          ) : null}
        </>
      }
    >
      <RecordList
        list={journalList}
        sums={<Sums />}
        href={href}
        empty={{
          icon: <IconBook2 stroke={1.5} />,
          title: 'Nothing is booked on these days',
          children: 'Issued invoices, credit notes, payments and bills stand here by themselves.',
        }}
      />
      {dialog.isOpen ? <NewEntry copied={dialog.subject ?? ''} onClose={dialog.close} /> : null}
    </PageFrame>
  )
}
