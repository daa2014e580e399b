import { searchFilter, segmentFilter } from '@/kit/list/filters'

export const assetFilters = {
  q: searchFilter('Search fixed assets', 'Name, number, account'),
  show: segmentFilter('Show', [
    { value: 'used', label: 'In use' },
    { value: 'disposed', label: 'Disposed of' },
    { value: 'all', label: 'All' },
  ]),
}
