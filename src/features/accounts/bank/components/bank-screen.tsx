import { Button, Modal, Stack } from '@mantine/core'
import { IconBuildingBank, IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { choiceFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import { useHeldRows } from '@/kit/list/held-rows'
import { ListFilters } from '@/kit/list/list-filters'
import { useFilters } from '@/kit/list/use-filters'
import { useQuietTime } from '@/kit/list/use-quiet-time'
import { useSelection } from '@/kit/list/use-selection'
import { type LiveSource, useLive } from '@/kit/live/use-live'
import { calendarDayText, countText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { ShowMore } from '@/shared/ui/page/show-more'
import { AccountsBar } from '../../shared/accounts-bar'
import { bankKey, type Entry, entriesQuery, type Shown, summaryQuery } from '../api/bank.query'
import { BalanceAsAt } from './balance-as-at'
import { BankEntryRow } from './bank-entry-row'
import { ChooseClient } from './choose-client'
import { ChoosePaid } from './choose-paid'
import { BookToAccount } from './book-to-account'
import { Chosen } from './chosen'
import { ImportBankFile } from './import-bank-file'
import { ImportList } from './import-list'
import { IgnoreEntries, IgnoreEntry, UndoEntry } from './reasons'
import { RuleList } from './rule-list'
import { SplitEntry } from './split-entry'
import { SureOnes } from './sure-ones'
import classes from './bank.module.css'

const filters = {
  search: searchFilter('Search entries', 'Name, text, amount'),
  money: segmentFilter('Direction', [
    { value: 'all', label: 'In and out' },
    { value: 'in', label: 'Money in' },
    { value: 'out', label: 'Money out' },
  ]),
  order: choiceFilter(
    'Order',
    [
      { value: 'oldest', label: 'Oldest first' },
      { value: 'largest', label: 'Largest first' },
      { value: 'smallest', label: 'Smallest first' },
    ],
    'Newest first',
  ),
}
/** The part of the list that is looked at. */
const places = {
  show: segmentFilter(
    'Show',
    [
      { value: 'open', label: 'To match' },
      { value: 'confirmed', label: 'Matched' },
      { value: 'ignored', label: 'Ignored' },
      { value: 'split', label: 'Split' },
      { value: 'files', label: 'Files' },
      { value: 'rules', label: 'Rules' },
    ],
    { isPlace: true },
  ),
}

const all = { ...places, ...filters }

/** What moves the entries and their suggestions. */
const moved: readonly LiveSource[] = [
  {
    page: 'payments',
    tables: [
      'bank_entries',
      'bank_imports',
      'bank_entry_payouts',
      'bank_bookings',
      'bank_rules',
      'payments',
      'payment_runs',
      'supplier_payments',
    ],
  },
  { page: 'invoices', tables: ['invoices'] },
  { page: 'supplier-invoices', tables: ['supplier_invoices'] },
]

/**
 * /payments/bank-import: the bank's entries, and the client or supplier of each. An addition to spec 1 §2.2, below its
 * /payments.
 */
export function BankScreen() {
  const rights = useRights()
  const address = useFilters(all)
  const importing = useDialog('import')
  const navigate = useNavigate()
  const summary = useQuery(summaryQuery)
  useLive(bankKey, moved)
  const { show, money, search, order } = address.filter
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Bank Statements"
      lead={summary.data ? leadOf(summary.data) : 'What the bank says came in and went out, and whose it is.'}
      width="full"
      actions={
        can(rights, 'payments', 'create') ? (
          <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => importing.open()}>
            Import statement
          </Button>
        ) : null
      }
    >
      <div className={classes.bar}>
        <places.show.Control
          label={places.show.label}
          value={show}
          onChange={(next) => address.change({ show: next })}
        />
      </div>
      {show === 'files' || show === 'rules' ? null : (
        <ListFilters
          filters={filters}
          values={address.filter}
          set={address.set.filter((name) => name !== 'show')}
          onChange={(change) => address.change(change)}
        />
      )}
      <Place shown={{ show, money, search, order }} hasFiles={(summary.data?.imports ?? 1) > 0} />
      <Modal opened={importing.isOpen} onClose={importing.close} title="Import a bank statement" size="xl">
        <ImportBankFile
          // Closes the dialog and shows the open entries in one change of the address. Of two changes at once the first
          // would be lost.
          onDone={() => navigate({ search: '' }, { replace: true })}
        />
      </Modal>
    </PageFrame>
  )
}

type PlaceProps = {
  shown: Omit<Shown, 'status'> & { show: Shown['status'] | 'files' | 'rules' }
  hasFiles: boolean
}

function Place({ shown: { show, ...shown }, hasFiles }: PlaceProps) {
  if (show === 'files') return <Files />
  if (show === 'rules') return <RuleList />
  return <Entries shown={{ status: show, ...shown }} hasFiles={hasFiles} />
}

const Files = () => (
  <Stack gap="md">
    <BalanceAsAt />
    <ImportList />
  </Stack>
)

type Summary = {
  open: number
  amount: string
  open_out: number
  amount_out: string
  /** The sums in other currencies. They are in no other sum. */
  other: readonly { currency: string; direction: 'in' | 'out'; amount: string }[]
  last_day: string | null
}

function leadOf({ open, amount, open_out, amount_out, other, last_day }: Summary): string {
  if (last_day === null)
    return 'Import a statement of your bank: each payment finds its client or supplier, and its invoices.'
  const sums = (direction: 'in' | 'out', own: string) =>
    [
      formatMoney(own),
      ...other.filter((one) => one.direction === direction).map((one) => formatMoney(one.amount, one.currency)),
    ].join(' and ')
  const waiting = [
    open > 0 ? `${countText(open)} in, ${sums('in', amount)}` : '',
    open_out > 0 ? `${countText(open_out)} out, ${sums('out', amount_out)}` : '',
  ].filter(Boolean)
  const words =
    waiting.length === 0
      ? 'Everything is matched.'
      : `${open + open_out === 1 ? 'One entry waits' : `${countText(open + open_out)} entries wait`}: ${waiting.join('; ')}.`
  return `${words} The statements reach until ${calendarDayText(last_day)}.`
}

const nothing: Record<Shown['status'], [title: string, text: string]> = {
  open: ['Everything is matched', 'Import the next statement of your bank when it is here.'],
  confirmed: ['Nothing is matched yet', 'Confirmed entries appear here.'],
  ignored: ['Nothing is ignored', 'Ignored entries appear here with the reason.'],
  split: ['Nothing is split', 'Entries that were split appear here with their parts.'],
}

function NoEntries({ shown, hasFiles }: { shown: Shown; hasFiles: boolean }) {
  const [title, text] = shown.search
    ? (['Nothing is found', 'No entry here has these words or this amount.'] as const)
    : hasFiles
      ? nothing[shown.status]
      : ['No statements yet', 'Import one as camt.053 or CSV.']
  return (
    <EmptyScreen icon={<IconBuildingBank stroke={1.5} />} title={title}>
      {text}
    </EmptyScreen>
  )
}

/** The dialog that books entries to an account: one of them, or the chosen ones. */
function useBooking(chosen: ReadonlySet<string>) {
  const { subject, open, close } = useDialog('book')
  const ids = subject === 'chosen' ? chosen : new Set(subject === null ? [] : [subject])
  return { ids, open, close }
}

/** For how many ms a decided entry keeps its place, so that a second click does not hit another entry. */
const heldFor = 3_000

function Entries({ shown, hasFiles }: { shown: Shown; hasFiles: boolean }) {
  const rights = useRights()
  const list = useInfiniteQuery(entriesQuery(shown))
  const choosing = useDialog('whose')
  const ignoring = useDialog('ignore')
  const undoing = useDialog('undo')
  const splitting = useDialog('split')
  const entries = useMemo(() => list.data?.pages.flat() ?? [], [list.data])
  const quiet = useQuietTime(heldFor)
  const { rows } = useHeldRows(entries, quiet.isBusy, JSON.stringify(shown))
  const [decided, setDecided] = useState<Readonly<Record<string, string>>>({})
  const onDecided = (id: string | null, words: string) => {
    if (id !== null) setDecided((before) => ({ ...before, [id]: words }))
    quiet.begin()
  }
  const chosenOnes = useSelection(entries.map(({ id }) => id))
  const booking = useBooking(chosenOnes.ids)
  // An empty list that is read again may have entries now.
  if (list.isPending || (list.isFetching && rows.length === 0)) return <LineSkeletons count={5} height={104} />
  if (list.isError) return <Problem onRetry={() => void list.refetch()}>The entries could not be read</Problem>
  if (rows.length === 0) return <NoEntries shown={shown} hasFiles={hasFiles} />
  const mayDecide = can(rights, 'payments', 'create')
  const about = (id: string | null): Entry | undefined => entries.find((entry) => entry.id === id)
  const chosen = about(choosing.subject)
  return (
    <>
      {shown.status === 'open' && mayDecide && !shown.search ? (
        <SureOnes
          entries={entries}
          money={shown.money}
          isWhole={!list.hasNextPage}
          isHeld={quiet.isBusy}
          onDecided={() => onDecided(null, '')}
        />
      ) : null}
      <ul className={classes.entries} aria-label="Entries of bank statements" onPointerMove={quiet.goOn}>
        {rows.map(({ row: entry, isGone }) => (
          <BankEntryRow
            key={entry.id}
            entry={entry}
            mayDecide={mayDecide}
            mayUndo={can(rights, 'payments', 'edit')}
            isChosen={chosenOnes.ids.has(entry.id)}
            onToggle={() => chosenOnes.toggle(entry.id)}
            onChoose={() => choosing.open(entry.id)}
            onBook={() => booking.open(entry.id)}
            onIgnore={() => ignoring.open(entry.id)}
            onSplit={() => splitting.open(entry.id)}
            onUndo={() => undoing.open(entry.id)}
            decided={isGone ? (decided[entry.id] ?? 'It was decided meanwhile.') : null}
            onDecided={(words) => onDecided(entry.id, words)}
          />
        ))}
      </ul>
      <ShowMore of={list} />
      <ChooseClient
        entry={chosen?.direction === 'in' ? chosen : undefined}
        onClose={choosing.close}
        onDecided={(words) => onDecided(choosing.subject, words)}
      />
      <ChoosePaid
        entry={chosen?.direction === 'out' ? chosen : undefined}
        onClose={choosing.close}
        onDecided={(words) => onDecided(choosing.subject, words)}
      />
      {mayDecide && chosenOnes.ids.size > 0 ? (
        <Chosen
          entries={entries.filter(({ id }) => chosenOnes.ids.has(id))}
          isAll={chosenOnes.ids.size === entries.length}
          onAll={() => chosenOnes.toggleAll(entries.map(({ id }) => id))}
          onBook={() => booking.open('chosen')}
          onIgnore={() => ignoring.open('chosen')}
          onClear={chosenOnes.clear}
        />
      ) : null}
      <BookToAccount
        entries={entries.filter(({ id }) => booking.ids.has(id))}
        onClose={booking.close}
        onDecided={(words) => {
          for (const id of booking.ids) onDecided(id, words)
          if (booking.ids === chosenOnes.ids) chosenOnes.clear()
        }}
      />
      <IgnoreEntry
        entry={about(ignoring.subject)}
        onClose={ignoring.close}
        onDecided={(words) => onDecided(ignoring.subject, words)}
      />
      {ignoring.subject === 'chosen' && chosenOnes.ids.size > 0 ? (
        <IgnoreEntries
          ids={[...chosenOnes.ids]}
          onClose={ignoring.close}
          onDone={() => {
            for (const id of chosenOnes.ids) onDecided(id, 'Ignored.')
            chosenOnes.clear()
          }}
        />
      ) : null}
      <SplitEntry entry={about(splitting.subject)} onClose={splitting.close} />
      <UndoEntry
        entry={about(undoing.subject)}
        onClose={undoing.close}
        onDecided={(words) => onDecided(undoing.subject, words)}
      />
    </>
  )
}
