import { choiceFilter, searchFilter, segmentFilter } from '@/kit/list/filters'

/** The forms of the public site by what they ask for. */
export const forms = [
  { value: 'client', label: 'Price' },
  { value: 'product', label: 'Product' },
  { value: 'brief', label: 'Design brief' },
  { value: 'business', label: 'Business registers' },
  { value: 'person', label: 'Person registers' },
]

export const formLabel = (form: string): string => forms.find(({ value }) => value === form)?.label ?? form

const states = [
  { value: 'open', label: 'Open', colour: 'yellow' },
  { value: 'answered', label: 'Answered', colour: 'process' },
  { value: 'declined', label: 'Declined', colour: 'gray' },
]

/** A state in words, with its colour. */
export const stateOf = (status: string) => states.find(({ value }) => value === status)

export const requestFilters = {
  show: segmentFilter(
    'Requests',
    [
      { value: 'open', label: 'Open' },
      { value: 'all', label: 'All' },
    ],
    { isPlace: true },
  ),
  q: searchFilter('Search requests', 'Name, business, words'),
  form: choiceFilter('Form', forms, 'Every form'),
}
