import { choiceFilter } from '@/kit/list/filters'

/** Jobs that are due today, or late. */
export const dueFilter = choiceFilter(
  'Due',
  [
    { value: 'today', label: 'Due today' },
    { value: 'late', label: 'Late' },
  ],
  'Any day',
)
