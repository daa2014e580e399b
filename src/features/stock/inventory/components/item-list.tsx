import { Badge, Text } from '@mantine/core'
import { defineList } from '@/kit/list/define-list'
import { bareSides } from '@/shared/domain/text/length'
import { type ItemLine, readItems } from '../api/inventory.query'
import { inventoryFilters, inventoryKey, inventoryLive } from '../inventory'
import { forms, unitLabel } from '../item-fields'
import { NameWithPhoto } from '../photos/small-photo'
import { stockPrice, stockText } from '@/shared/domain/money/stock-text'

/** `3,050 × 1,500 × 3`, under a heading with the unit. */
export const sizeOf = (item: {
  width_mm: string | number | null
  length_mm: string | number | null
  thickness_mm: string | number | null
}): string => bareSides([item.length_mm, item.width_mm, item.thickness_mm].filter((size) => size !== null))

const quiet = (qty: string, unit: string) => (Number(qty) === 0 ? null : stockText(qty, unit))

/** The free quantity of an item; a low one is marked. */
export const Available = ({ of }: { of: Pick<ItemLine, 'available' | 'stock_unit' | 'is_low'> }) => (
  <>
    {of.is_low ? (
      <Badge component="span" size="sm" color="magenta" variant="light">
        Low
      </Badge>
    ) : null}{' '}
    {stockText(of.available, of.stock_unit)}
  </>
)

const columns = [
  {
    name: 'name',
    label: 'Name',
    sort: 'name',
    cell: (row: ItemLine) => <NameWithPhoto of={row} />,
    csv: (row: ItemLine) => row.name,
  },
  { name: 'sku', label: 'Number', sort: 'sku', text: (row: ItemLine) => row.sku },
  { name: 'type', label: 'Type', from: 'lg' as const, text: (row: ItemLine) => row.type?.name },
  {
    name: 'form',
    label: 'Form',
    sort: 'form',
    isExtra: true,
    cell: (row: ItemLine) => forms.find(({ value }) => value === row.form)?.label,
    csv: (row: ItemLine) => row.form,
  },
  { name: 'size', label: 'Size ({unit})', from: 'lg' as const, card: 'none' as const, text: sizeOf },
  { name: 'bin', label: 'Bin', sort: 'bin', from: 'md' as const, text: (row: ItemLine) => row.bin },
  {
    name: 'available',
    label: 'Available',
    sort: 'available',
    align: 'right' as const,
    card: 'end' as const,
    cell: (row: ItemLine) => <Available of={row} />,
    csv: (row: ItemLine) => row.available,
  },
  {
    name: 'reserved',
    label: 'Reserved',
    align: 'right' as const,
    from: 'sm' as const,
    cell: (row: ItemLine) => (
      <Text span size="sm" c="dimmed">
        {quiet(row.reserved, row.stock_unit)}
      </Text>
    ),
    csv: (row: ItemLine) => row.reserved,
  },
  {
    name: 'on_order',
    label: 'On order',
    align: 'right' as const,
    from: 'sm' as const,
    cell: (row: ItemLine) => (
      <Text span size="sm" c="dimmed">
        {quiet(row.on_order, row.stock_unit)}
      </Text>
    ),
    csv: (row: ItemLine) => row.on_order,
  },
  {
    name: 'price',
    label: 'Sell price',
    align: 'right' as const,
    sort: 'sell_price',
    from: 'md' as const,
    cell: (row: ItemLine) =>
      row.sell_price === null ? '' : stockPrice(row.sell_price, row.sell_unit, unitLabel(row.sell_unit)),
    csv: (row: ItemLine) => row.sell_price,
  },
] as const

const common = {
  one: 'item',
  many: 'items',
  key: inventoryKey,
  live: inventoryLive,
  filters: inventoryFilters,
  columns,
  sort: { by: 'name', down: false },
}

export const itemList = defineList({ ...common, name: 'inventory', read: (request) => readItems(request) })
export const archivedList = defineList({
  ...common,
  name: 'inventory-archived',
  read: (request) => readItems(request, true),
})
