import { choiceFilter } from '@/kit/list/filters'

/** Jobs that are due today, late, at risk, or late by the plan. */
export const dueFilter = choiceFilter(
  'Due',
  [
    { value: 'today', label: 'Due today' },
    { value: 'late', label: 'Late' },
    { value: 'risk', label: 'At risk' },
    { value: 'plan', label: 'Late by the plan' },
  ],
  'Any day',
)
