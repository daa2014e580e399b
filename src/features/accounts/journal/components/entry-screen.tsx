import { Alert, Anchor, Table } from '@mantine/core'
import { IconArrowBackUp, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { dayRangeText } from '@/kit/list/day-range'
import { useLive } from '@/kit/live/use-live'
import { Facts, RecordPage, RecordState } from '@/kit/record/record-page'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { calendarDayText, momentText, withTax } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import classes from '../../shared/accounts.module.css'
import { AccountsBar } from '../../shared/accounts-bar'
import { journalKey } from '../api/account-choices.query'
import { type BookEntry, entryQuery } from '../api/book-entries.query'
import { journalLive, sheetAddress } from '../journal-words'
import { NewEntry } from './new-entry'
import { TakeBack } from './take-back'

const back = { label: 'Journal', href: linkTo('/journal') }
const purposes: Readonly<Record<string, string>> = {
  entry: 'Entry by hand',
  opening: 'Opening balances of the former books',
  tax: 'Settlement of a {tax} return',
}

/** /journal/:id: one entry by hand. */
export function EntryScreen({ id }: { id: string }) {
  const entry = useQuery(entryQuery(id))
  useLive(journalKey, journalLive)
  return (
    <RecordState of={entry} what="entry" back={back}>
      {(row) => <OpenEntry row={row} />}
    </RecordState>
  )
}

function OpenEntry({ row }: { row: BookEntry }) {
  const rights = useRights()
  const dialog = useDialog('entry')
  const mayEdit = can(rights, 'payments', 'edit')
  const isWhole = row.reverses_id === null && row.back === null
  const copy = { label: 'Copy', icon: <IconCopy size={18} aria-hidden />, onClick: () => dialog.open(row.id) }
  const takeBack = {
    label: 'Take back',
    icon: <IconArrowBackUp size={18} aria-hidden />,
    onClick: () => dialog.open('back'),
  }
  return (
    <RecordPage
      beside={<AccountsBar />}
      title={row.entry_number}
      kind={withTax(purposes[row.purpose] ?? 'Entry by hand')}
      back={back}
      primary={mayEdit && row.purpose !== 'tax' ? copy : null}
      second={mayEdit && isWhole ? takeBack : null}
      notice={
        row.back ? (
          <Alert color="yellow">
            {`Taken back on ${calendarDayText(row.back.on_date)} by `}
            <RecordLink kind="book_entry" id={row.back.id}>
              {row.back.entry_number}
            </RecordLink>
            .
          </Alert>
        ) : null
      }
      aside={<About row={row} />}
    >
      <Lines row={row} />
      {dialog.isOpen && dialog.subject === 'back' ? <TakeBack row={row} onClose={dialog.close} /> : null}
      {dialog.isOpen && dialog.subject !== 'back' ? (
        <NewEntry copied={dialog.subject ?? ''} onClose={dialog.close} />
      ) : null}
    </RecordPage>
  )
}

function About({ row }: { row: BookEntry }) {
  const { data: staff = [] } = useQuery(staffQuery)
  const by = staff.find(({ value }) => value === row.created_by)?.label ?? null
  return (
    <section className={page.panel} aria-label="About this entry">
      <Facts
        of={{
          Day: calendarDayText(row.on_date),
          For: row.words,
          'Takes back': row.reverses ? (
            <RecordLink kind="book_entry" id={row.reverses.id}>
              {row.reverses.entry_number}
            </RecordLink>
          ) : null,
          [withTax('{Tax} return')]: row.filed ? (
            <Anchor component={Link} inherit to={`${linkTo('/vat')}?days=${row.filed.from_day}..${row.filed.to_day}`}>
              {dayRangeText({ from: row.filed.from_day, to: row.filed.to_day })}
            </Anchor>
          ) : null,
          Made: [momentText(row.created_at), by].filter(Boolean).join(' by '),
        }}
      />
    </section>
  )
}

function Lines({ row }: { row: BookEntry }) {
  const days = { from: `${row.on_date.slice(0, 4)}-01-01`, to: row.on_date }
  return (
    <section className={page.panel} aria-label="Lines">
      <Table aria-label="Lines" className={classes.amounts ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Account</Table.Th>
            <Table.Th className={classes.figures ?? ''}>Debit</Table.Th>
            <Table.Th className={classes.figures ?? ''}>Credit</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {row.lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                {line.account ? (
                  <Anchor component={Link} to={sheetAddress(line.account.id, days)} inherit>
                    {`${line.account.code} ${line.account.name}`}
                  </Anchor>
                ) : null}
                {line.words ? <div>{line.words}</div> : null}
              </Table.Td>
              <Table.Td className={classes.figures ?? ''}>
                {line.amount.startsWith('-') ? '' : formatMoney(line.amount)}
              </Table.Td>
              <Table.Td className={classes.figures ?? ''}>
                {line.amount.startsWith('-') ? formatMoney(line.amount.slice(1)) : ''}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
