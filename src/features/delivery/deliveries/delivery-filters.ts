import { choiceFilter, contactFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import { methods } from '@/shared/domain/records/delivery-method'
import { dayFilter } from './day-filter'

/** The filters of the list of deliveries. */
export const deliveryFilters = {
  q: searchFilter('Search deliveries', 'Number or title'),
  show: segmentFilter(
    'Deliveries',
    [
      { value: 'open', label: 'Open' },
      { value: 'unplanned', label: 'Without a day' },
      { value: 'done', label: 'Done' },
    ],
    { isPlace: true },
  ),
  day: dayFilter('Day'),
  method: choiceFilter('Method', methods, 'Every method'),
  client: contactFilter('Client', 'Every client'),
}

/** The filters of the archive of notes. */
export const noteFilters = {
  q: searchFilter('Search delivery notes', 'Number or title'),
  client: contactFilter('Client', 'Every client'),
}
