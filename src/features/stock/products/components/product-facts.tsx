import { roundingsNow } from '@/shared/domain/text/formats'
import { Anchor, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { productPrice, usualOptions, withChoice } from '@/documents/calculation/product'
import { compared, exact, minus, plus, written, zero } from '@/shared/domain/money/decimal'
import { formatMoney, formatPrice } from '@/shared/domain/money/money'
import { stockText } from '@/shared/domain/money/stock-text'
import { hasPermission } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { OptionChoice } from '@/shared/ui/parts/option-choice'
import { asOption, type Product, productCostQuery } from '../api/products.query'

type ProductFactsProps = { product: Pick<Product, 'id' | 'base_price' | 'options' | 'parts'> }

/** The parts and the price of a piece, with the chosen options. */
export function ProductFacts({ product }: ProductFactsProps) {
  const options = product.options.map(asOption)
  const [pressed, setPressed] = useState<string[] | null>(null)
  const known = new Set(options.map(({ id }) => id))
  const chosen = (pressed ?? usualOptions(options)).filter((id) => known.has(id))
  const { unit_price } = productPrice(
    product.base_price,
    options.filter(({ id }) => chosen.includes(id)),
    [],
    '1',
    roundingsNow().amounts,
  )
  const parts = product.parts.filter(({ option_id }) => option_id === null || chosen.includes(option_id))
  return (
    <Stack gap="md">
      {options.length > 0 ? (
        <OptionChoice
          options={options}
          chosen={chosen}
          onChoose={(id) => setPressed(withChoice(options, chosen, id))}
        />
      ) : null}
      <Group gap="xl">
        <Text>
          Price of a piece: <b>{formatPrice(unit_price)}</b>
        </Text>
        <PieceCost productId={product.id} price={unit_price} chosen={chosen} />
      </Group>
      {parts.length > 0 ? (
        <Table aria-label="Materials of one piece">
          <Table.Tbody>
            {parts.map(({ id, qty, item }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor component={Link} to={linkTo('/inventory/:id', { id: item.id })}>
                    {item.name}
                  </Anchor>
                </Table.Td>
                <Table.Td ta="right">{stockText(qty, item.sell_unit)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </Stack>
  )
}

/** Cost and margin of the materials, for people who may see them. */
function PieceCost({ productId, price, chosen }: { productId: string; price: string; chosen: readonly string[] }) {
  const sees = hasPermission(useRights(), 'view_financial_data')
  const costs = useQuery({ ...productCostQuery(productId), enabled: sees })
  if (!sees || !costs.data || costs.data.length === 0) return null
  const cost = costs.data
    .filter(({ option_id }) => option_id === null || chosen.includes(option_id))
    .reduce((sum, line) => plus(sum, exact(line.cost)), zero)
  const margin = minus(exact(price), cost)
  return (
    <Text c={compared(margin, zero) < 0 ? 'red' : 'dimmed'}>
      {`Materials cost ${formatMoney(written(cost))}, which leaves ${formatMoney(written(margin))} for work and profit`}
    </Text>
  )
}
