import { searchFilter, segmentFilter } from '@/kit/list/filters'

export const runFilters = {
  q: searchFilter('Search payment runs', 'Number of the run'),
  show: segmentFilter('Show', [
    { value: 'all', label: 'All' },
    { value: 'open', label: 'Open' },
    { value: 'paid', label: 'Paid' },
    { value: 'cancelled', label: 'Cancelled' },
  ]),
}
