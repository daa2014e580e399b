import { statesOf, statusOf } from '@/documents/statuses'
import { networkStates } from '@/documents/network-states'
import { choiceFilter, contactFilter, flagFilter, searchFilter } from '@/kit/list/filters'

/** The filters of the list of invoices. */
export const invoiceFilters = {
  q: searchFilter('Search invoices', 'Number, title or client'),
  status: choiceFilter(
    'Status',
    statesOf('invoice').map((status) => ({ value: status, label: statusOf('invoice', status)?.label ?? status })),
    'Every status',
  ),
  client: contactFilter('Client', 'Every client'),
  network: choiceFilter('Network', networkStates, 'Every paper'),
  overdue: flagFilter('Overdue'),
  asked: flagFilter('Question waits'),
}
