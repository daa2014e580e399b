import { choiceFilter, contactFilter, searchFilter, segmentFilter } from '@/kit/list/filters'
import { dayFilter } from './day-filter'

export const methods = [
  { value: 'pickup', label: 'Pick-up' },
  { value: 'delivery', label: 'Delivery' },
  { value: 'installation', label: 'Installation' },
  { value: 'courier', label: 'Courier' },
  { value: 'electronic', label: 'Electronic' },
] as const

export const methodLabel = (method: string): string => methods.find(({ value }) => value === method)?.label ?? method

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
