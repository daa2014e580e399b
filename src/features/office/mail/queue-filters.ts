import { searchFilter, segmentFilter } from '@/kit/list/filters'

export const queueFilters = {
  q: searchFilter('Search mails', 'Number, subject, address'),
  show: segmentFilter('Show', [
    { value: 'all', label: 'All' },
    { value: 'waiting', label: 'Waiting' },
    { value: 'sent', label: 'Sent' },
    { value: 'failed', label: 'Failed' },
    { value: 'cancelled', label: 'Cancelled' },
  ]),
}
