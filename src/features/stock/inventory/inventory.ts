import { flagFilter, choiceFilter, searchFilter } from '@/kit/list/filters'

/** The root of everything that is read about stock items. */
export const inventoryKey = ['inventory'] as const

/** The filters of the list of stock items. */
export const inventoryFilters = {
  q: searchFilter('Search items', 'Name, number or bin'),
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
  low: flagFilter('Low'),
  unpriced: flagFilter('Without a price'),
}

/** Live sources for people who see stock. */
export const inventoryLive = [
  {
    page: 'inventory',
    tables: [
      'inventory_items',
      'inventory_item_costs',
      'inventory_groups',
      'item_suppliers',
      'item_photos',
      'stock_movements',
      'stock_offcuts',
      'job_materials',
      'purchase_orders',
      'purchase_order_lines',
      'purchase_order_line_costs',
      'purchase_receipts',
    ],
  },
] as const
