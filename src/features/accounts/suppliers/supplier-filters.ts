import { contactFilter, searchFilter, segmentFilter } from '@/kit/list/filters'

export const supplierFilters = {
  q: searchFilter('Search invoices of suppliers', 'Number of the supplier'),
  show: segmentFilter('Show', [
    { value: 'all', label: 'All' },
    { value: 'inbox', label: 'Inbox' },
    { value: 'pay', label: 'To pay' },
    { value: 'paid', label: 'Paid' },
    { value: 'credits', label: 'Credit notes' },
    { value: 'foreign', label: 'Other currencies' },
    { value: 'no-account', label: 'No cost account' },
  ]),
  supplier: contactFilter('Supplier', 'Every supplier'),
}
