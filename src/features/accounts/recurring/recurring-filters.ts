import { searchFilter, segmentFilter } from '@/kit/list/filters'

export const recurringFilters = {
  q: searchFilter('Search recurring payments', 'What for, client or supplier'),
  show: segmentFilter('Show', [
    { value: 'all', label: 'All' },
    { value: 'in', label: 'In' },
    { value: 'out', label: 'Out' },
  ]),
}
