import { useQuery } from '@tanstack/react-query'
import { statusesOf, statusOf } from '@/documents/statuses'
import { choiceFilter, contactFilter, flagFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import { dayRangeFilter } from '@/kit/list/day-range'
import { lostReason, lostReasons } from '../shared/lost-reasons'
import { colleaguesQuery } from '../shared/api/colleagues.query'

/** Colleagues who can own a quotation. */
export const useSellers = () =>
  (useQuery(colleaguesQuery).data ?? [])
    .filter(({ sells }) => sells)
    .map(({ id, name }) => ({ value: id, label: name }))

/** The filters of the list of quotations. */
export const quotationFilters = {
  view: segmentFilter(
    'View',
    [
      { value: 'list', label: 'List' },
      { value: 'board', label: 'Board' },
      { value: 'rate', label: 'Win rate' },
    ],
    { isPlace: true },
  ),
  q: searchFilter('Search quotations', 'Number, title or client'),
  show: segmentFilter(
    'Quotations',
    [
      { value: 'open', label: 'Open' },
      { value: 'won', label: 'Won' },
      { value: 'lost', label: 'Lost' },
      { value: 'all', label: 'All' },
    ],
    { isPlace: true },
  ),
  status: choiceFilter(
    'Status',
    statusesOf('quotation').map((status) => ({ value: status, label: statusOf('quotation', status)?.label ?? status })),
    'Every status',
  ),
  client: contactFilter('Client', 'Every client'),
  owner: choiceFilter('Owner', useSellers, 'Every owner'),
  lost: choiceFilter(
    'Why lost',
    [
      ...lostReasons.map(({ value }) => ({ value, label: lostReason(value) })),
      { value: 'unsaid', label: lostReason(null) },
    ],
    'Every reason',
  ),
  closed: dayRangeFilter('Decided'),
  asked: flagFilter('Question waits'),
  due: flagFilter('Follow-up due'),
  expiring: flagFilter('Expires within a week'),
}
