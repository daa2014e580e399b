import { dayRangeFilter } from '@/kit/list/day-range'

export const cashBookFilters = { days: dayRangeFilter('Days') }
