import { statusesOf, statusOf } from '@/documents/statuses'
import { choiceFilter, contactFilter, flagFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import { dueFilter } from '../shared/due-filter'

/** The filters of the lists of jobs. */
export const jobFilters = {
  q: searchFilter('Search jobs', 'Number, title or client'),
  show: segmentFilter(
    'Jobs',
    [
      { value: 'open', label: 'Open' },
      { value: 'closed', label: 'Closed' },
      { value: 'all', label: 'All' },
    ],
    { isPlace: true },
  ),
  due: dueFilter,
  status: choiceFilter(
    'Stage',
    statusesOf('job').map((status) => ({ value: status, label: statusOf('job', status)?.label ?? status })),
    'Every stage',
  ),
  client: contactFilter('Client', 'Every client'),
  mine: flagFilter('Mine'),
  asked: flagFilter('Question waits'),
}
