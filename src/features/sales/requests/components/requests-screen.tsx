import { Modal, Text } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useSearchParams } from 'react-router-dom'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { uuidOf } from '@/shared/domain/records/uuid'
import { momentText } from '@/shared/domain/text/formats'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useRecordHref } from '@/shared/ui/page/record-links'
import { colleaguesQuery } from '../../shared/api/colleagues.query'
import { readRequests, requestsKey, type VisitorRequest } from '../api/requests.query'
import { formLabel, requestFilters, stateOf } from '../request-filters'
import { RequestCard } from './request-card'
import { RequestState, SettledBy } from './request-state'

const whoAsks = ({ company, name }: VisitorRequest): string => [company, name].filter(Boolean).join(', ')

const requestList = defineList({
  name: 'requests',
  one: 'request',
  many: 'requests',
  key: requestsKey,
  live: [{ page: 'contacts', tables: ['visitor_requests'] }],
  filters: requestFilters,
  columns: [
    { name: 'who', label: 'Who', sort: 'name', text: whoAsks },
    {
      name: 'state',
      label: 'State',
      sort: 'status',
      card: 'end',
      cell: ({ status }: VisitorRequest) => <RequestState status={status} />,
      csv: ({ status }) => stateOf(status)?.label ?? status,
    },
    {
      name: 'words',
      label: 'What they wrote',
      from: 'sm',
      card: 'line',
      cell: ({ words }) => (
        <Text span inherit lineClamp={2}>
          {words ?? 'No words'}
        </Text>
      ),
      csv: ({ words }) => words,
    },
    { name: 'form', label: 'Form', sort: 'form', from: 'md', card: 'below', text: ({ form }) => formLabel(form) },
    { name: 'reference', label: 'Reference', isExtra: true, text: ({ reference }) => reference },
    {
      name: 'arrived',
      label: 'Arrived',
      sort: 'created_at',
      from: 'sm',
      card: 'below',
      cell: ({ created_at }) => momentText(created_at),
      csv: ({ created_at }) => created_at,
    },
    {
      name: 'by',
      label: 'Settled by',
      isExtra: true,
      cell: ({ settled_by }) => <SettledBy id={settled_by} />,
      csv: async ({ settled_by }, queries) =>
        (await queries.ensureQueryData(colleaguesQuery)).find(({ id }) => id === settled_by)?.name ?? '',
    },
  ],
  sort: { by: 'created_at', down: true },
  read: readRequests,
})

/** /requests: what visitors of the public site asked for, and what became of it. */
export function RequestsScreen() {
  const [search, setSearch] = useSearchParams()
  const href = useRecordHref()
  const open = uuidOf(search.get('request'))
  return (
    <PageFrame title="Requests" lead="What visitors ask for on the website, until somebody answers." width="full">
      <RecordList
        list={requestList}
        href={({ id }) => href('visitor_request', id)}
        empty={{
          icon: <IconUserQuestion stroke={1.5} />,
          title: search.get('show') === 'all' ? 'No requests yet' : 'No open requests',
          children: 'What visitors send by a form of the website appears here by itself.',
        }}
      />
      <Modal
        opened={open !== null}
        onClose={() => {
          search.delete('request')
          setSearch(search, { replace: true })
        }}
        title="Request"
        size="lg"
      >
        {open ? <RequestCard id={open} /> : null}
      </Modal>
    </PageFrame>
  )
}
