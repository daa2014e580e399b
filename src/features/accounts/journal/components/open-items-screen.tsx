import { Button, Group } from '@mantine/core'
import { IconDownload, IconScale, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sideWord } from '@/documents/journal-files/personal-accounts'
import { dayFieldText } from '@/kit/fields/day-text'
import { dayFilter } from '@/kit/list/day-filter'
import { defineList } from '@/kit/list/define-list'
import { segmentFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { useFilters } from '@/kit/list/use-filters'
import { totalOf } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { contactKind } from '@/shared/domain/records/record-kind'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useRecordHref } from '@/shared/ui/page/record-links'
import classes from '../../shared/accounts.module.css'
import { AccountsBar } from '../../shared/accounts-bar'
import type { Asked } from '../../shared/confirmations'
import { today } from '../../shared/today'
import { useAct } from '../../shared/use-act'
import { askedOn, type BalanceRow, openItemsKey, readBalances, sideOf } from '../api/open-items.query'
import { journalLive } from '../journal-words'
import { saveBalances, saveOpenPapers } from '../save-open-items'

const sides = [
  { value: 'both', label: 'Both' },
  { value: 'clients', label: 'Clients' },
  { value: 'suppliers', label: 'Suppliers' },
] as const
const filters = { on: dayFilter('As at'), side: segmentFilter('Side', sides) }

const balances = defineList({
  name: 'open-items',
  one: 'account',
  many: 'accounts',
  key: openItemsKey,
  live: [...journalLive, { page: 'payments', tables: ['personal_accounts'] }],
  filters,
  idOf: (row: BalanceRow) => `${row.side} ${row.contact_id}`,
  columns: [
    { name: 'party', label: 'Name', text: (row) => row.party },
    {
      name: 'account',
      label: 'Account',
      isNamed: true,
      text: (row) => (row.account === null ? null : String(row.account)),
    },
    { name: 'side', label: 'Side', card: 'line', text: (row) => sideWord(row.side) },
    { name: 'not_due', label: 'Not due', isNamed: true, from: 'lg', money: (row) => row.not_due },
    { name: 'days_30', label: '1–30 days', isNamed: true, from: 'lg', money: (row) => row.days_30 },
    { name: 'days_60', label: '31–60 days', isNamed: true, from: 'lg', money: (row) => row.days_60 },
    { name: 'days_90', label: '61–90 days', isNamed: true, from: 'lg', money: (row) => row.days_90 },
    { name: 'older', label: 'Older', isNamed: true, from: 'lg', money: (row) => row.older },
    { name: 'credit', label: 'Credit', isNamed: true, from: 'md', money: (row) => row.credit },
    { name: 'balance', label: 'Balance', isNamed: true, card: 'end', money: (row) => row.balance },
  ],
  sort: { by: 'party', down: false },
  read: async ({ filter, signal }) => {
    const rows = await readBalances(filter.on ?? today(), sideOf(filter.side), signal)
    return { rows, total: rows.length, next: null }
  },
})

/** /open-items: what each client and supplier had open on a day, with its age, as the accountant wants it at the year end. */
export function OpenItemsScreen() {
  const href = useRecordHref()
  const { filter } = useFilters(filters)
  const day = filter.on ?? today()
  return (
    <PageFrame
      above={<AccountsBar />}
      title={filter.on === null ? 'Open Items' : `Open Items, ${dayFieldText(day)}`}
      lead={`As at ${dayFieldText(day)}, whatever was paid later. Above zero is owed to you, below zero you owe it.`}
      width="full"
      actions={<Files day={day} side={filter.side} />}
    >
      <RecordList
        list={balances}
        sums={<Sums day={day} side={filter.side} />}
        href={(row) => href(contactKind(row.contact_type), row.contact_id)}
        bulk={(rows, clear) => <Confirmations day={day} count={rows.length} read={async () => rows} onSaved={clear} />}
        empty={{
          icon: <IconScale stroke={1.5} />,
          title: 'Nothing was open on this day',
          children: 'Invoices, bills, payments and credit notes stand here until they are settled.',
        }}
      />
    </PageFrame>
  )
}

/** What clients and suppliers owe together, to compare with their accounts in the books. */
function Sums({ day, side }: { day: string; side: string }) {
  const { data = [] } = useQuery({
    queryKey: [...openItemsKey, 'sums', day, side],
    queryFn: async ({ signal }) => readBalances(day, sideOf(side), signal),
  })
  const shown = (['clients', 'suppliers'] as const)
    .map((one) => [one, data.filter((row) => row.side === one)] as const)
    .filter(([, rows]) => rows.length > 0)
  if (shown.length === 0) return null
  return (
    <dl className={classes.sums} aria-label="Sums of what is open">
      {shown.map(([one, rows]) => (
        <div key={one}>
          <dt>{one === 'clients' ? 'Clients together' : 'Suppliers together'}</dt>
          <dd>{formatMoney(totalOf(rows.map(({ balance }) => balance)))}</dd>
        </div>
      ))}
    </dl>
  )
}

function Files({ day, side }: { day: string; side: string }) {
  const { act, isBusy } = useAct()
  const icon = <IconDownload size={16} aria-hidden />
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={icon} loading={isBusy} onClick={act(() => saveBalances(day, true))}>
        Accounts (Excel)
      </Button>
      <Button variant="default" leftSection={icon} loading={isBusy} onClick={act(() => saveOpenPapers(day, true))}>
        Open papers (Excel)
      </Button>
      <Confirmations day={day} read={() => askedOn(day, side)} />
    </Group>
  )
}

type ConfirmationsProps = {
  day: string
  /** How many are asked, where that is known before. */
  count?: number
  read: () => Promise<readonly Asked[]>
  onSaved?: () => void
}

/** One is a PDF, several are a zip of them. */
const nameOf = (count: number | undefined): string =>
  count === undefined ? 'Confirmations' : count === 1 ? 'Confirmation (PDF)' : 'Confirmations (zip of PDFs)'

/** Saves confirmations of balances as at the day, each in the language of its reader. */
function Confirmations({ day, count, read, onSaved }: ConfirmationsProps) {
  const { act, isBusy } = useAct()
  const [made, setMade] = useState(0)
  const save = act(async () => {
    setMade(0)
    const [asked, { saveConfirmations }] = await Promise.all([read(), import('../../shared/confirmations')])
    await saveConfirmations(day, asked, setMade)
    onSaved?.()
  })
  return (
    <Button
      variant={count === undefined ? 'default' : 'filled'}
      leftSection={<IconSignature size={16} aria-hidden />}
      disabled={isBusy}
      onClick={save}
    >
      {!isBusy ? nameOf(count) : count === undefined ? `${made} made` : `${made} of ${count}`}
    </Button>
  )
}
