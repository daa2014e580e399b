import { IconReceiptRefund } from '@tabler/icons-react'
import { networkStateOf } from '@/documents/network-states'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { contactOf } from '@/shared/domain/people/contact'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { AccountsBar } from '../../shared/accounts-bar'
import { DownloadPapers } from '../../shared/download-papers'
import { creditNotesKey } from '../../shared/keys'
import { readCreditNotes } from '../api/credit-notes.query'
import { creditNoteFilters } from '../credit-note-filters'

const creditNoteList = defineList({
  name: 'credit-notes',
  one: 'credit note',
  many: 'credit notes',
  key: creditNotesKey,
  live: [{ page: 'invoices', tables: ['credit_notes', 'credit_allocations'] }],
  filters: creditNoteFilters,
  columns: [
    { name: 'number', label: 'Number', sort: 'credit_number', text: (row) => row.credit_number ?? 'Draft' },
    { name: 'client', label: 'Client', text: contactOf },
    { name: 'invoice', label: 'Of invoice', from: 'md', text: (row) => row.invoice?.invoice_number ?? '' },
    { name: 'reason', label: 'Reason', from: 'lg', card: 'line', text: (row) => row.reason },
    { name: 'status', label: 'Status', sort: 'status', kind: 'credit_note', status: (row) => row.status },
    {
      name: 'network',
      label: 'Network',
      isExtra: true,
      card: 'none',
      text: (row) => networkStateOf(row.network_status)?.label ?? null,
    },
    { name: 'issued', label: 'Issued', sort: 'issue_date', from: 'sm', day: (row) => row.issue_date },
    {
      name: 'gross',
      label: 'Total',
      sort: 'gross',
      card: 'end',
      money: (row) => row.gross,
      currency: (row) => row.currency,
    },
    {
      name: 'open',
      label: 'Credit left',
      sort: 'open',
      card: 'none',
      money: (row) => (['issued', 'part_allocated'].includes(row.status) ? row.open : null),
      currency: (row) => row.currency,
    },
  ],
  sort: { by: 'created_at', down: true },
  read: readCreditNotes,
})

/** /credit-notes: every credit note by status and client, and what is left of it. */
export function CreditNotesScreen() {
  const href = useRecordHref()
  return (
    <PageFrame above={<AccountsBar />} title="Credit notes" width="full">
      <RecordList
        list={creditNoteList}
        bulk={(rows, clear) => <DownloadPapers kind="credit note" rows={rows} clear={clear} />}
        href={(row) => href('credit_note', row.id)}
        empty={{
          icon: <IconReceiptRefund stroke={1.5} />,
          title: 'No credit notes yet',
          children: 'An issued invoice is credited on its page, in the menu beside its buttons.',
        }}
      />
    </PageFrame>
  )
}
