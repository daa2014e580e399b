import { IconFileCheck } from '@tabler/icons-react'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { contactOf } from '@/shared/domain/people/contact'
import { CompanyMoment } from '@/shared/ui/parts/company-moment'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { deliveriesKey, readNotes } from '../api/deliveries.query'
import { noteFilters } from '../delivery-filters'
import { methodLabel } from '@/shared/domain/records/delivery-method'

const noteList = defineList({
  name: 'delivery-notes',
  one: 'delivery note',
  many: 'delivery notes',
  key: deliveriesKey,
  live: [{ page: 'deliveries', tables: ['deliveries', 'partial_deliveries'] }],
  filters: noteFilters,
  columns: [
    { name: 'number', label: 'Number', sort: 'delivery_number', text: (row) => row.delivery_number },
    { name: 'client', label: 'Client', text: contactOf },
    { name: 'title', label: 'What', from: 'md', card: 'line', text: (row) => row.project_title },
    { name: 'method', label: 'Method', from: 'lg', text: (row) => methodLabel(row.method) },
    { name: 'received', label: 'Received by', from: 'sm', text: (row) => row.received_by },
    {
      name: 'on',
      label: 'Delivered',
      sort: 'delivered_at',
      card: 'end',
      cell: (row) => (row.delivered_at ? <CompanyMoment at={row.delivered_at} isDay /> : 'In part'),
      csv: (row) => row.delivered_at,
    },
  ],
  sort: { by: 'delivered_at', down: true },
  read: readNotes,
})

/** /delivery-notes for staff: handed-over deliveries by client (spec 1 §2.2). */
export function NotesScreen() {
  const href = useRecordHref()
  return (
    <PageFrame title="Delivery Notes" width="full">
      <RecordList
        list={noteList}
        href={(row) => href('delivery', row.id)}
        empty={{ icon: <IconFileCheck stroke={1.5} />, title: 'Nothing was delivered yet' }}
      />
    </PageFrame>
  )
}
