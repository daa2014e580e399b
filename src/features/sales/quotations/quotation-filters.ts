import { useQuery } from '@tanstack/react-query'
import { statusesOf, statusOf } from '@/documents/statuses'
import { choiceFilter, contactFilter, flagFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import { sellersQuery } from './api/sellers.query'

const useSellers = () => (useQuery(sellersQuery).data ?? []).map(({ id, name }) => ({ value: id, label: name }))

/** The filters of the list of quotations. */
export const quotationFilters = {
  q: searchFilter('Search quotations', 'Number or title'),
  show: segmentFilter(
    'Quotations',
    [
      { value: 'open', label: 'Open' },
      { value: 'closed', label: 'Closed' },
      { value: 'all', label: 'All' },
    ],
    { isPlace: true },
  ),
  status: choiceFilter(
    'Status',
    statusesOf('quotation').map((status) => ({ value: status, label: statusOf('quotation', status)?.label ?? status })),
    'Every status',
  ),
  client: contactFilter('Client', 'Every client'),
  owner: choiceFilter('Owner', useSellers, 'Every owner'),
  due: flagFilter('Follow-up due'),
}
