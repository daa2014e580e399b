import { contactFilter, flagFilter } from '@/kit/list/filters'

/** The filters of the list of balances. */
export const statementFilters = {
  client: contactFilter('Client', 'Every client'),
  overdue: flagFilter('Overdue'),
}
