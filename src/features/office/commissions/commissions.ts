import { useQuery } from '@tanstack/react-query'
import { choiceFilter, segmentFilter } from '@/kit/list/filters'
import { staffQuery } from '@/shared/db/reads/staff.query'

export const commissionsKey = ['commissions'] as const

const useStaff = () => useQuery(staffQuery).data ?? []

/** The filters of the list of commissions. */
export const commissionFilters = {
  show: segmentFilter(
    'Commissions',
    [
      { value: 'open', label: 'Open' },
      { value: 'approved', label: 'Approved' },
      { value: 'paid', label: 'Paid' },
      { value: 'all', label: 'All' },
    ],
    { isPlace: true },
  ),
  designer: choiceFilter('Designer', useStaff, 'Every designer'),
}
