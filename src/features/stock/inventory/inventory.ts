import { flagFilter, choiceFilter, searchFilter } from '@/kit/list/filters'

/** The root of everything that is read about stock items. */
export const inventoryKey = ['inventory'] as const

/** The filters of the list of stock items. */
export const inventoryFilters = {
  q: searchFilter('Search items', 'Name or number'),
  form: choiceFilter(
    'Form',
    [
      { value: 'sheet', label: 'Sheets' },
      { value: 'roll', label: 'Rolls' },
      { value: 'piece', label: 'Pieces' },
      { value: 'liquid', label: 'Liquids' },
      { value: 'length', label: 'Lengths' },
    ],
    'Every form',
  ),
  unpriced: flagFilter('Without a price'),
}
