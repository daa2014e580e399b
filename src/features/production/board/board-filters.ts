import { contactFilter, flagFilter, segmentFilter } from '@/kit/list/filters'
import type { FilterValues } from '@/kit/list/filter'
import { isLate, peopleOf } from '../shared/card'
import type { JobCard } from '../shared/api/cards.query'
import { dueFilter } from '../shared/due-filter'

/** The filters of the board; they stand in the address. */
export const boardFilters = {
  by: segmentFilter(
    'Columns',
    [
      { value: 'stage', label: 'By stage' },
      { value: 'centre', label: 'By work centre' },
    ],
    { isPlace: true },
  ),
  due: dueFilter,
  client: contactFilter('Client', 'Every client'),
  mine: flagFilter('Mine'),
}

/** Whether a card is shown to `me` on `today`, such as `2026-11-20`. */
export const isShown = (card: JobCard, filter: FilterValues<typeof boardFilters>, me: string, today: string): boolean =>
  (filter.due !== 'today' || card.due_date === today) &&
  (filter.due !== 'late' || isLate(card, today)) &&
  (filter.client === null || card.contact?.id === filter.client) &&
  (!filter.mine || peopleOf(card).includes(me))
