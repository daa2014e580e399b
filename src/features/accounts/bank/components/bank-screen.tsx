import { Button, Modal, Text } from '@mantine/core'
import { IconBuildingBank, IconChecks, IconUpload } from '@tabler/icons-react'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { segmentFilter } from '@/kit/list/filters'
import { useFilters } from '@/kit/list/use-filters'
import { useLive } from '@/kit/live/use-live'
import { calendarDayText, countText } from '@/shared/domain/formats'
import { formatMoney } from '@/shared/domain/money'
import { can } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { ShowMore } from '@/shared/ui/show-more'
import { AccountsBar } from '../../shared/accounts-bar'
import { useAct } from '../../shared/use-act'
import { confirmShown } from '../api/bank.mutation'
import { bankKey, type Entry, entriesQuery, type Shown, summaryQuery } from '../api/bank.query'
import { BankEntryRow } from './bank-entry-row'
import { ChooseClient } from './choose-client'
import { ChoosePaid } from './choose-paid'
import { ImportBankFile } from './import-bank-file'
import { ImportList } from './import-list'
import { IgnoreEntry, UndoEntry } from './reasons'
import classes from './bank.module.css'

const filters = {
  show: segmentFilter(
    'Show',
    [
      { value: 'open', label: 'To match' },
      { value: 'confirmed', label: 'Matched' },
      { value: 'ignored', label: 'Ignored' },
      { value: 'files', label: 'Files' },
    ],
    { isPlace: true },
  ),
  money: segmentFilter('Direction', [
    { value: 'all', label: 'In and out' },
    { value: 'in', label: 'Money in' },
    { value: 'out', label: 'Money out' },
  ]),
}

/** /payments/bank-import: what the bank says came in and went out, and whose it is. Beside spec 1 §2.2, below its /payments. */
export function BankScreen() {
  const rights = useRights()
  const address = useFilters(filters)
  const importing = useDialog('import')
  const navigate = useNavigate()
  const summary = useQuery(summaryQuery)
  useLive(bankKey, [
    {
      page: 'payments',
      tables: ['bank_entries', 'bank_imports', 'bank_entry_payouts', 'payments', 'payment_runs', 'supplier_payments'],
    },
    { page: 'invoices', tables: ['invoices'] },
    { page: 'supplier-invoices', tables: ['supplier_invoices'] },
  ])
  const { show, money } = address.filter
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
        <filters.show.Control
          label={filters.show.label}
          value={show}
          onChange={(next) => address.change({ show: next })}
        />
        {show === 'files' ? null : (
          <filters.money.Control
            label={filters.money.label}
            value={money}
            onChange={(next) => address.change({ money: next })}
          />
        )}
      </div>
      {show === 'files' ? (
        <ImportList />
      ) : (
        <Entries shown={{ status: show, money }} hasFiles={(summary.data?.imports ?? 1) > 0} />
      )}
      <Modal opened={importing.isOpen} onClose={importing.close} title="Import a bank statement" size="xl">
        <ImportBankFile
          // What is to match, without the dialog: one step of the address, since two at once lose the first.
          onDone={() => navigate({ search: '' }, { replace: true })}
        />
      </Modal>
    </PageFrame>
  )
}

type Summary = { open: number; amount: string; open_out: number; amount_out: string; last_day: string | null }

function leadOf({ open, amount, open_out, amount_out, last_day }: Summary): string {
  if (last_day === null)
    return 'Import a statement of your bank: each payment finds its client or supplier, and its invoices.'
  const waiting = [
    open > 0 ? `${countText(open)} in, ${formatMoney(amount)}` : '',
    open_out > 0 ? `${countText(open_out)} out, ${formatMoney(amount_out)}` : '',
  ].filter(Boolean)
  const words =
    waiting.length === 0
      ? 'Everything is matched.'
      : `${open + open_out === 1 ? 'One entry waits' : `${countText(open + open_out)} entries wait`}: ${waiting.join('; ')}.`
  return `${words} The statements reach until ${calendarDayText(last_day)}.`
}

const nothing: Record<Shown['status'], [title: string, text: string]> = {
  open: ['Everything is matched', 'Import the next statement of your bank when it is here.'],
  confirmed: ['Nothing is matched yet', 'Entries that somebody confirmed stand here.'],
  ignored: ['Nothing is ignored', 'Entries that belong to nobody in the books stand here, with the reason.'],
}

function Entries({ shown, hasFiles }: { shown: Shown; hasFiles: boolean }) {
  const rights = useRights()
  const list = useInfiniteQuery(entriesQuery(shown))
  const choosing = useDialog('whose')
  const ignoring = useDialog('ignore')
  const undoing = useDialog('undo')
  const { act, isBusy } = useAct()
  if (list.isPending) return <LineSkeletons count={5} height={104} />
  if (list.isError) return <Problem onRetry={() => void list.refetch()}>The entries could not be read</Problem>
  const entries = list.data.pages.flat()
  if (entries.length === 0) {
    const [title, text] = hasFiles ? nothing[shown.status] : ['No statements yet', 'Import one as camt.053 or CSV.']
    return (
      <EmptyScreen icon={<IconBuildingBank stroke={1.5} />} title={title}>
        {text}
      </EmptyScreen>
    )
  }
  const mayDecide = can(rights, 'payments', 'create')
  const sure = entries.flatMap(({ id, matches, debits }) => {
    const best = matches[0] ?? debits[0]
    return best?.is_sure ? [[id, best.seen] as const] : []
  })
  const about = (id: string | null): Entry | undefined => entries.find((entry) => entry.id === id)
  const chosen = about(choosing.subject)
  return (
    <>
      {shown.status === 'open' && mayDecide && sure.length > 0 ? (
        <div className={classes.sure}>
          <Text>
            {sure.length === 1 ? '1 entry is sure' : `${sure.length} entries are sure`}: a paper or a known account says
            whose it is, and the amount is exact.
          </Text>
          <Button
            leftSection={<IconChecks size={18} aria-hidden />}
            loading={isBusy}
            onClick={act(async () => {
              const { confirmed, left } = await confirmShown(Object.fromEntries(sure.slice(0, 200)))
              notifications.show({
                message: `${confirmed === 1 ? '1 entry is' : `${confirmed} entries are`} matched.${left > 0 ? ` ${left} changed meanwhile: please look at ${left === 1 ? 'it' : 'them'}.` : ''}`,
              })
            })}
          >
            {sure.length === 1 ? 'Confirm the sure one' : `Confirm all ${sure.length} sure ones`}
          </Button>
        </div>
      ) : null}
      <ul className={classes.entries} aria-label="Entries of bank statements">
        {entries.map((entry) => (
          <BankEntryRow
            key={entry.id}
            entry={entry}
            mayDecide={mayDecide}
            mayUndo={can(rights, 'payments', 'edit')}
            onChoose={() => choosing.open(entry.id)}
            onIgnore={() => ignoring.open(entry.id)}
            onUndo={() => undoing.open(entry.id)}
          />
        ))}
      </ul>
      <ShowMore of={list} />
      <ChooseClient entry={chosen?.direction === 'in' ? chosen : undefined} onClose={choosing.close} />
      <ChoosePaid entry={chosen?.direction === 'out' ? chosen : undefined} onClose={choosing.close} />
      <IgnoreEntry entry={about(ignoring.subject)} onClose={ignoring.close} />
      <UndoEntry entry={about(undoing.subject)} onClose={undoing.close} />
    </>
  )
}
