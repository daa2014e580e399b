import { Table, Text, Title } from '@mantine/core'
import { piecesText } from '@/documents/sizes'
import { shortDecimalText } from '@/shared/domain/money/money'
import phone from '@/shared/ui/page/phone-table.module.css'
import page from '@/shared/ui/page/record-page.module.css'
import type { Delivery } from '../api/delivery.query'

/** A quantity of a line with its unit, `2.5 hours`; pieces where the price is by size. */
const countOf = ({ item }: Delivery['items'][number], qty: string): string =>
  item === null ? shortDecimalText(qty) : piecesText({ ...item, qty })

/** The lines of a delivery, and how much of each is handed over. */
export const DeliveryLines = ({ row }: { row: Delivery }) => (
  <section className={page.panel}>
    <Title order={2} size="h4" mb="xs">
      What it brings
    </Title>
    {row.items.length === 0 ? (
      <Text c="dimmed">No lines of an order. The title says what it brings.</Text>
    ) : (
      <Lines row={row} />
    )}
  </section>
)

const Lines = ({ row }: { row: Delivery }) => (
  <Table aria-label="What it brings" className={phone.table ?? ''}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Description</Table.Th>
        <Table.Th ta="right">Ordered</Table.Th>
        <Table.Th ta="right">On this delivery</Table.Th>
        <Table.Th ta="right">Handed over</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {row.items.map((item) => (
        <Table.Tr key={item.id}>
          <Table.Td>{item.item?.description}</Table.Td>
          <Table.Td ta="right" data-label="Ordered">
            {item.item?.qty ? countOf(item, item.item.qty) : ''}
          </Table.Td>
          <Table.Td ta="right" data-label="On this delivery">
            {countOf(item, item.qty)}
          </Table.Td>
          <Table.Td ta="right" data-label="Handed over">
            {countOf(item, item.qty_delivered)}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
