import { Button } from '@mantine/core'
import { IconFileInvoice, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lazyPart } from '@/kit/dialog/lazy-part'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { useFilters } from '@/kit/list/use-filters'
import { contactOf } from '@/shared/domain/people/contact'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { quotationsKey, readQuotations } from '../api/quotations.query'
import { type Colleague, colleaguesQuery } from '../../shared/api/colleagues.query'
import { lostReason } from '../../shared/lost-reasons'
import { quotationFilters } from '../quotation-filters'
import { QuotationSums } from './quotation-sums'

const NewQuotation = lazyPart(async () => (await import('./new-quotation')).NewQuotation, { isLikely: true })
const QuotationBoard = lazy(async () => ({ default: (await import('./quotation-board')).QuotationBoard }))
const WinRate = lazy(async () => ({ default: (await import('./win-rate')).WinRate }))

const ownerName = (colleagues: readonly Colleague[], id: string | null): string =>
  colleagues.find((each) => each.id === id)?.name ?? ''

function Owner({ id }: { id: string | null }) {
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  return <>{ownerName(colleagues, id)}</>
}

const quotationList = defineList({
  name: 'quotations',
  one: 'quotation',
  many: 'quotations',
  key: quotationsKey,
  live: [{ page: 'quotations', tables: ['quotations', 'quotation_losses', 'document_events'] }],
  filters: quotationFilters,
  columns: [
    { name: 'number', label: 'Number', sort: 'quotation_number', text: (row) => row.number_with_version },
    { name: 'client', label: 'Client', text: contactOf },
    { name: 'title', label: 'Title', from: 'md', card: 'line', text: (row) => row.project_title },
    { name: 'status', label: 'Status', sort: 'status', kind: 'quotation', status: (row) => row.status },
    {
      name: 'gross',
      label: 'Total',
      sort: 'gross',
      card: 'end',
      money: (row) => row.gross,
      currency: (row) => row.currency,
    },
    { name: 'currency', label: 'Currency', isExtra: true, text: (row) => row.currency },
    { name: 'created', label: 'Created', sort: 'created_at', from: 'md', day: (row) => row.created_at },
    { name: 'valid', label: 'Valid until', sort: 'valid_until', from: 'lg', day: (row) => row.valid_until },
    {
      name: 'viewed',
      label: 'Opened by the client',
      sort: 'last_viewed_at',
      isExtra: true,
      day: (row) => row.last_viewed_at,
    },
    { name: 'closed', label: 'Decided', sort: 'closed_on', isExtra: true, day: (row) => row.closed_on },
    { name: 'lost', label: 'Why lost', isExtra: true, text: (row) => (row.loss ? lostReason(row.loss.reason) : '') },
    {
      name: 'owner',
      label: 'Owner',
      from: 'lg',
      cell: (row) => <Owner id={row.account_manager_id} />,
      csv: async (row, queries) => ownerName(await queries.ensureQueryData(colleaguesQuery), row.account_manager_id),
    },
    { name: 'follow', label: 'Follow up', sort: 'follow_up_on', isExtra: true, day: (row) => row.follow_up_on },
  ],
  sort: { by: 'created_at', down: true },
  read: readQuotations,
})

/** /quotations: every offer by state, client, owner and value (spec 1 §2.2). */
export function QuotationsScreen() {
  const rights = useRights()
  const href = useRecordHref()
  const adding = useDialog('new')
  const [search] = useSearchParams()
  const { filter } = useFilters(quotationFilters)
  return (
    <PageFrame
      title="Quotations"
      width="full"
      actions={
        can(rights, 'quotations', 'create') ? (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => adding.open()}>
            New quotation
          </Button>
        ) : null
      }
    >
      {filter.view === 'rate' ? (
        <Suspense fallback={<LineSkeletons count={8} height={40} />}>
          <WinRate />
        </Suspense>
      ) : filter.view === 'board' ? (
        <>
          <QuotationSums filter={filter} />
          <Suspense fallback={<LineSkeletons count={8} height={40} />}>
            <QuotationBoard />
          </Suspense>
        </>
      ) : (
        <RecordList
          list={quotationList}
          sums={<QuotationSums filter={filter} />}
          href={(row) => href('quotation', row.id)}
          empty={{
            icon: <IconFileInvoice stroke={1.5} />,
            title: 'No quotations yet',
            children: 'Write the first one: choose a client, add lines, send the link.',
          }}
        />
      )}
      <NewQuotation
        opened={adding.isOpen}
        client={search.get('client')}
        title={search.get('title')}
        task={search.get('for-task')}
        isForOrder={adding.subject === 'order'}
        onClose={adding.close}
      />
    </PageFrame>
  )
}
