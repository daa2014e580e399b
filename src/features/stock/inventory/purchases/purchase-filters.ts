import { choiceFilter, contactFilter, searchFilter, segmentFilter } from '@/kit/list/filters'

/** Words and colours of the states of a purchase order. */
export const purchaseLooks: Readonly<Record<string, { label: string; color: string }>> = {
  draft: { label: 'Draft', color: 'gray' },
  sent: { label: 'Sent', color: 'yellow' },
  part_received: { label: 'Part received', color: 'cyan' },
  received: { label: 'Received', color: 'green' },
  cancelled: { label: 'Cancelled', color: 'gray' },
}

const purchaseStatuses = Object.entries(purchaseLooks).map(([value, { label }]) => ({ value, label }))

/** The filters of the list of purchase orders. */
export const purchaseFilters = {
  q: searchFilter('Search purchase orders', 'Number'),
  show: segmentFilter(
    'Purchase orders',
    [
      { value: 'open', label: 'Open' },
      { value: 'all', label: 'All' },
    ],
    { isPlace: true },
  ),
  status: choiceFilter('Status', purchaseStatuses, 'Every status'),
  supplier: contactFilter('Supplier', 'Every supplier'),
}
