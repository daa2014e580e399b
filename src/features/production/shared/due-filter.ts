import { choiceFilter } from '@/kit/list/filters'

/** Jobs that are due today, late, or at risk. */
export const dueFilter = choiceFilter(
  'Due',
  [
    { value: 'today', label: 'Due today' },
    { value: 'late', label: 'Late' },
    { value: 'risk', label: 'At risk' },
  ],
  'Any day',
)
