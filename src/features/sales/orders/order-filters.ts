import { statusesOf, statusOf } from '@/documents/statuses'
import { choiceFilter, contactFilter, flagFilter, searchFilter, segmentFilter } from '@/kit/list/filters'

/** The filters of the list of orders. */
export const orderFilters = {
  q: searchFilter('Search orders', 'Number, title or client'),
  show: segmentFilter(
    'Orders',
    [
      { value: 'open', label: 'Open' },
      { value: 'closed', label: 'Closed' },
      { value: 'all', label: 'All' },
    ],
    { isPlace: true },
  ),
  status: choiceFilter(
    'Status',
    statusesOf('order').map((status) => ({ value: status, label: statusOf('order', status)?.label ?? status })),
    'Every status',
  ),
  client: contactFilter('Client', 'Every client'),
  late: flagFilter('Late'),
  asked: flagFilter('Question waits'),
}
