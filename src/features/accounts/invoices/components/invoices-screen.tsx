import { Button, Text } from '@mantine/core'
import { IconFileZip, IconPlus, IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { lazyPart } from '@/kit/dialog/lazy-part'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { useFilters } from '@/kit/list/use-filters'
import { contactOf } from '@/shared/domain/people/contact'
import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { AccountsBar } from '../../shared/accounts-bar'
import classes from '../../shared/accounts.module.css'
import { DownloadPapers } from '../../shared/download-papers'
import { invoicesKey } from '../../shared/keys'
import { networkStateOf } from '@/documents/network-states'
import { dueDayOf } from '@/documents/statuses'
import { daysText, today } from '../../shared/today'
import { type InvoiceLine, invoiceTotalsQuery, readInvoices } from '../api/invoices.query'
import { invoiceFilters } from '../invoice-filters'
import { lateOf, stateOfRest } from '../invoice-state'

const DownloadMonth = lazyPart(async () => (await import('../../shared/download-month')).DownloadMonth)
const NewInvoice = lazyPart(async () => (await import('./new-invoice')).NewInvoice, { isLikely: true })

const Due = ({ row }: { row: InvoiceLine }) => {
  const late = lateOf(row, today())
  const day = dueDayOf(row)
  return (
    <>
      {day === null ? '' : calendarDayText(day)}
      {late === null ? null : (
        <Text component="span" display="block" size="xs" c="magenta">{`Overdue by ${daysText(late)}`}</Text>
      )}
    </>
  )
}

const invoiceList = defineList({
  name: 'invoices',
  one: 'invoice',
  many: 'invoices',
  key: invoicesKey,
  live: [{ page: 'invoices', tables: ['invoices', 'document_events'] }],
  filters: invoiceFilters,
  columns: [
    { name: 'number', label: 'Number', sort: 'invoice_number', text: (row) => row.invoice_number ?? 'Draft' },
    { name: 'client', label: 'Client', text: contactOf },
    { name: 'title', label: 'Title', from: 'lg', card: 'line', text: (row) => row.project_title },
    {
      name: 'status',
      label: 'Status',
      sort: 'state',
      kind: 'invoice',
      status: (row) => row.state,
      state: (row) => stateOfRest(row, today()),
    },
    {
      name: 'network',
      label: 'Network',
      isExtra: true,
      card: 'none',
      text: (row) => networkStateOf(row.network_status)?.label ?? null,
    },
    { name: 'issued', label: 'Issued', sort: 'issue_date', from: 'md', card: 'none', day: (row) => row.issue_date },
    { name: 'due', label: 'Due', sort: 'due_date', cell: (row) => <Due row={row} />, csv: (row) => row.due_date },
    {
      name: 'overdue',
      label: 'Days overdue',
      align: 'right',
      isExtra: true,
      text: (row) => lateOf(row, today()) ?? '',
    },
    {
      name: 'gross',
      label: 'Total',
      sort: 'gross',
      card: 'none',
      money: (row) => row.gross,
      currency: (row) => row.currency,
    },
    {
      name: 'paid',
      label: 'Paid',
      sort: 'paid',
      card: 'none',
      isExtra: true,
      money: (row) => row.paid,
      currency: (row) => row.currency,
    },
    {
      name: 'written_off',
      label: 'Written off',
      sort: 'written_off',
      card: 'none',
      isExtra: true,
      money: (row) => row.written_off,
      currency: (row) => row.currency,
    },
    {
      name: 'balance',
      label: 'To pay',
      sort: 'balance',
      card: 'end',
      money: (row) => (['draft', 'void'].includes(row.status) ? null : row.balance),
      currency: (row) => row.currency,
    },
  ],
  sort: { by: 'created_at', down: true },
  read: readInvoices,
})

/** The sums of the filtered invoices, above the list. */
function Totals() {
  const { filter } = useFilters(invoiceFilters)
  const { data } = useQuery(invoiceTotalsQuery(filter))
  return (
    <dl className={classes.sums} aria-label="Sums of these invoices">
      <div>
        <dt>Invoiced</dt>
        <dd>{data ? formatMoney(data.gross) : '…'}</dd>
      </div>
      {data && data.drafts !== '0.00' ? (
        <div>
          <dt>In drafts</dt>
          <dd>{formatMoney(data.drafts)}</dd>
        </div>
      ) : null}
      <div>
        <dt>To pay</dt>
        <dd>{data ? formatMoney(data.balance) : '…'}</dd>
      </div>
      <div>
        <dt>Overdue</dt>
        <dd>{data ? formatMoney(data.overdue) : '…'}</dd>
      </div>
    </dl>
  )
}

/** /invoices: every invoice by status, client and age (spec 1 §2.2). */
export function InvoicesScreen() {
  const href = useRecordHref()
  const rights = useRights()
  const adding = useDialog('new')
  const month = useDialog('month')
  const [search] = useSearchParams()
  return (
    <PageFrame
      above={<AccountsBar />}
      title="Invoices"
      width="full"
      actions={
        <>
          <Button variant="default" leftSection={<IconFileZip size={18} aria-hidden />} onClick={() => month.open()}>
            Files of a month
          </Button>
          {can(rights, 'invoices', 'create') ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => adding.open()}>
              New invoice
            </Button>
          ) : null}
        </>
      }
    >
      <RecordList
        sums={<Totals />}
        list={invoiceList}
        bulk={(rows, clear) => <DownloadPapers kind="invoice" rows={rows} clear={clear} />}
        href={(row) => href('invoice', row.id)}
        empty={{
          icon: <IconReceipt stroke={1.5} />,
          title: 'No invoices yet',
          children: 'Delivered orders are listed under To Invoice. One click makes the invoice.',
        }}
      />
      <DownloadMonth opened={month.isOpen} onClose={month.close} />
      <NewInvoice opened={adding.isOpen} client={search.get('client')} onClose={adding.close} />
    </PageFrame>
  )
}
