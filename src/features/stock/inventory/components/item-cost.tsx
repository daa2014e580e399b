import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { Facts } from '@/kit/record/record-page'
import { formatPrice, shortDecimalText } from '@/shared/domain/money/money'
import { feetFor, stockPrice } from '@/shared/domain/money/stock-text'
import { Problem } from '@/shared/ui/page/problem'
import { type Item, itemCostQuery } from '../api/inventory.query'
import { saveItemCost } from '../api/item-cost.mutation'
import { inventoryKey } from '../inventory'
import { costFieldsOf, unitLabel } from '../item-fields'

/** What an item costs and its markup: fields for who may change it, facts for the others. */
export function ItemCost({ row, mayEdit }: { row: Item; mayEdit: boolean }) {
  const cost = useQuery(itemCostQuery(row.id))
  if (cost.isPending) return null
  if (cost.isError) return <Problem onRetry={() => void cost.refetch()}>The cost could not be read</Problem>
  if (mayEdit) return <EditCost itemId={row.id} buyUnit={row.buy_unit} stored={cost.data} />
  return (
    <Facts
      of={{
        Cost: cost.data ? costText(cost.data.cost_price, row.buy_unit) : 'Not known',
        Markup: cost.data?.markup_pct ? `${shortDecimalText(cost.data.markup_pct)} %` : null,
      }}
    />
  )
}

const costText = (cost: string, unit: string): string =>
  feetFor(unit) === null ? formatPrice(cost) : stockPrice(cost, unit, unitLabel(unit))

function EditCost({ itemId, buyUnit, stored }: { itemId: string; buyUnit: string; stored: object | null }) {
  const fields = useMemo(() => costFieldsOf(buyUnit), [buyUnit])
  const form = useRecordForm({
    fields,
    name: `item-cost-${itemId}`,
    stored: stored ?? {},
    queryKey: inventoryKey,
    save: (values) => saveItemCost(itemId, values),
  })
  return (
    <section aria-labelledby="cost-heading">
      <Title order={2} size="h4" id="cost-heading" mb="xs">
        Cost and markup
      </Title>
      <RecordForm form={form} label="Cost and markup" submitLabel="Save cost" />
    </section>
  )
}
