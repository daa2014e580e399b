import { Anchor, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { RecordPage, RecordState } from '@/kit/record/record-page'
import { withTax } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import phone from '@/shared/ui/page/phone-table.module.css'
import { groupQuery } from '../api/group.query'
import { inventoryKey, inventoryLive } from '../inventory'
import { unitLabel } from '../item-fields'
import { stockPrice, stockText } from '@/shared/domain/money/stock-text'
import { Available, sizeOf } from './item-list'

const back = { label: 'All groups', href: linkTo('/inventory/groups') }

/** /product-group/{id}: the items of a group side by side. */
export function GroupScreen({ id }: { id: string }) {
  const group = useQuery(groupQuery(id))
  useLive(inventoryKey, inventoryLive)
  return (
    <RecordState of={group} what="group" back={back}>
      {({ name, note, items }) => (
        <RecordPage
          title={name}
          kind="Group of items"
          back={back}
          width="full"
          notice={note ? <Text mb="md">{note}</Text> : null}
        >
          {items.length === 0 ? (
            <Text c="dimmed">No item belongs to this group yet. Choose the group on the page of an item.</Text>
          ) : (
            <Table className={phone.table ?? ''}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Item</Table.Th>
                  <Table.Th>{withTax('Size ({unit})')}</Table.Th>
                  <Table.Th>Colour</Table.Th>
                  <Table.Th>Bin</Table.Th>
                  <Table.Th ta="right">Available</Table.Th>
                  <Table.Th ta="right">On order</Table.Th>
                  <Table.Th ta="right">Sell price</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((item) => (
                  <Table.Tr key={item.id}>
                    <Table.Td>
                      <Anchor component={Link} to={linkTo('/inventory/:id', { id: item.id })}>
                        {item.name}
                      </Anchor>
                    </Table.Td>
                    <Table.Td data-label={withTax('Size ({unit})')}>{sizeOf(item)}</Table.Td>
                    <Table.Td data-label="Colour">{item.color?.name}</Table.Td>
                    <Table.Td data-label="Bin">{item.bin}</Table.Td>
                    <Table.Td ta="right" data-label="Available">
                      <Available of={item} />
                    </Table.Td>
                    <Table.Td ta="right" data-label="On order">
                      {Number(item.on_order) === 0 ? '' : stockText(item.on_order, item.stock_unit)}
                    </Table.Td>
                    <Table.Td ta="right" data-label="Sell price">
                      {item.sell_price === null
                        ? ''
                        : stockPrice(item.sell_price, item.sell_unit, unitLabel(item.sell_unit))}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </RecordPage>
      )}
    </RecordState>
  )
}
