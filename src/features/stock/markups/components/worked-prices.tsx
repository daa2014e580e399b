import { Table, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { markupPrice } from '@/shared/domain/money/markup-price'
import { formatMoney } from '@/shared/domain/money/money'
import { markupsQuery } from '../api/markups.query'
import { bandOf } from '../markup'

const costs = [0.5, 4, 18, 45, 150, 650, 2400]

/** Examples of selling prices for a few costs by the current markups. */
export function WorkedPrices() {
  const bands = useQuery(markupsQuery)
  if (!bands.data || bands.data.length === 0) return null
  return (
    <>
      <Title order={2} size="h3" mt="xl" mb="sm" id="worked-prices">
        Worked prices
      </Title>
      <Table aria-labelledby="worked-prices">
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right">Cost</Table.Th>
            <Table.Th>Markup</Table.Th>
            <Table.Th ta="right">Price</Table.Th>
            <Table.Th ta="right">Margin</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {costs.map((cost) => {
            const band = bandOf(bands.data, cost)
            const price = band && markupPrice(String(cost), String(band.markup_pct))
            return (
              <Table.Tr key={cost}>
                <Table.Td ta="right">{formatMoney(cost)}</Table.Td>
                <Table.Td>{band ? `${band.markup_pct} % · ${band.name}` : 'No markup for this cost'}</Table.Td>
                <Table.Td ta="right">{price ? formatMoney(price) : '–'}</Table.Td>
                <Table.Td ta="right">{price ? `${Math.round((1 - cost / Number(price)) * 100)} %` : '–'}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </>
  )
}
