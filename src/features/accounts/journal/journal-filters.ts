import { dayRangeFilter } from '@/kit/list/day-range'
import { choiceFilter } from '@/kit/list/filters'
import { useAccountChoices } from './api/account-choices.query'

export const sheetFilters = { days: dayRangeFilter('Days') }
export const journalFilters = { ...sheetFilters, account: choiceFilter('Account', useAccountChoices, 'All accounts') }
