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
import { useAct } from '../../shared/use-act'
import { confirmSure } from '../api/bank.mutation'
import { bankKey, type Entry, entriesQuery, type Shown, summaryQuery } from '../api/bank.query'
import { BankEntryRow } from './bank-entry-row'
import { ChooseClient } from './choose-client'
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
      { value: 'out', label: 'Money out' },
      { value: 'files', label: 'Files' },
    ],
    { isPlace: true },
  ),
}

/** /payments/bank-import: what the bank says came in, and whose it is. Beside spec 1 §2.2, below its /payments. */
export function BankScreen() {
  const rights = useRights()
  const address = useFilters(filters)
  const importing = useDialog('import')
  const navigate = useNavigate()
  const summary = useQuery(summaryQuery)
  useLive(bankKey, [
    { page: 'payments', tables: ['bank_entries', 'bank_imports', 'payments'] },
    { page: 'invoices', tables: ['invoices'] },
  ])
  const { show } = address.filter
  return (
    <PageFrame
      title="Bank Statements"
      lead={summary.data ? leadOf(summary.data) : 'What the bank says came in, and whose it is.'}
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
      </div>
      {show === 'files' ? <ImportList /> : <Entries shown={show} hasFiles={(summary.data?.imports ?? 1) > 0} />}
      <Modal opened={importing.isOpen} onClose={importing.close} title="Import a bank statement" size="xl">
        <ImportBankFile
          // What is to match, without the dialog: one step of the address, since two at once lose the first.
          onDone={() => navigate({ search: '' }, { replace: true })}
        />
      </Modal>
    </PageFrame>
  )
}

const leadOf = ({ open, amount, last_day }: { open: number; amount: string; last_day: string | null }) =>
  last_day === null
    ? 'Import a statement of your bank: each payment finds its client and its invoices.'
    : `${open === 0 ? 'Everything that came in is matched.' : `${open === 1 ? '1 payment waits' : `${countText(open)} payments wait`}, ${formatMoney(amount)}.`} The statements reach until ${calendarDayText(last_day)}.`

const nothing: Record<Shown, [title: string, text: string]> = {
  open: ['Everything that came in is matched', 'Import the next statement of your bank when it is here.'],
  confirmed: ['Nothing is matched yet', 'Payments that somebody confirmed stand here.'],
  ignored: ['Nothing is ignored', 'Entries that belong to no client stand here, with the reason.'],
  out: ['No money went out', 'What the statements say went out stands here.'],
}

function Entries({ shown, hasFiles }: { shown: Shown; hasFiles: boolean }) {
  const rights = useRights()
  const list = useInfiniteQuery(entriesQuery(shown))
  const choosing = useDialog('client')
  const ignoring = useDialog('ignore')
  const undoing = useDialog('undo')
  const { act, isBusy } = useAct()
  if (list.isPending) return <LineSkeletons count={5} height={104} />
  if (list.isError) return <Problem onRetry={() => void list.refetch()}>The entries could not be read</Problem>
  const entries = list.data.pages.flat()
  if (entries.length === 0) {
    const [title, text] = hasFiles ? nothing[shown] : ['No statements yet', 'Import one as camt.053 or CSV.']
    return (
      <EmptyScreen icon={<IconBuildingBank stroke={1.5} />} title={title}>
        {text}
      </EmptyScreen>
    )
  }
  const mayDecide = can(rights, 'payments', 'create')
  const sure = entries.filter(({ matches }) => matches[0]?.is_sure).map(({ id }) => id)
  const about = (id: string | null): Entry | undefined => entries.find((entry) => entry.id === id)
  return (
    <>
      {shown === 'open' && mayDecide && sure.length > 0 ? (
        <div className={classes.sure}>
          <Text>
            {sure.length === 1 ? '1 payment is sure' : `${sure.length} payments are sure`}: our paper or a known account
            names the client, and the amount is exact.
          </Text>
          <Button
            leftSection={<IconChecks size={18} aria-hidden />}
            loading={isBusy}
            onClick={act(async () => {
              const { confirmed, left } = await confirmSure(sure)
              notifications.show({
                message: `${confirmed === 1 ? '1 payment is' : `${confirmed} payments are`} recorded.${left > 0 ? ` ${left} changed meanwhile: please look at ${left === 1 ? 'it' : 'them'}.` : ''}`,
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
      <ChooseClient entry={about(choosing.subject)} onClose={choosing.close} />
      <IgnoreEntry entry={about(ignoring.subject)} onClose={ignoring.close} />
      <UndoEntry entry={about(undoing.subject)} onClose={undoing.close} />
    </>
  )
}
