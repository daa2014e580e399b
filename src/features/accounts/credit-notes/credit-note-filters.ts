import { networkStates } from '@/documents/network-states'
import { statusesOf, statusOf } from '@/documents/statuses'
import { choiceFilter, contactFilter, flagFilter, searchFilter } from '@/kit/list/filters'

/** The filters of the list of credit notes. */
export const creditNoteFilters = {
  q: searchFilter('Search credit notes', 'Number or client'),
  status: choiceFilter(
    'Status',
    statusesOf('credit_note').map((status) => ({
      value: status,
      label: statusOf('credit_note', status)?.label ?? status,
    })),
    'Every status',
  ),
  client: contactFilter('Client', 'Every client'),
  network: choiceFilter('Network', networkStates, 'Every paper'),
  credit: flagFilter('With credit left'),
}
