import { Badge, Stack, Text, Title } from '@mantine/core'
import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { Facts, RecordPage, RecordState } from '@/kit/record/record-page'
import { saveVersioned } from '@/kit/save/save-row'
import { formatMoney, shortDecimalText } from '@/shared/domain/money'
import { can, hasPermission } from '@/shared/domain/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/ui/current-user'
import { Problem } from '@/shared/ui/problem'
import { saveProblem } from '@/shared/ui/save-problem'
import { type Item, itemCostQuery, itemQuery } from '../api/inventory.query'
import { saveItemCost } from '../api/item-cost.mutation'
import { inventoryKey } from '../inventory'
import { costFields, forms, itemCheck, itemFields, itemSections, unitLabel } from '../item-fields'

const back = { label: 'All items', href: linkTo('/inventory') }

/** /inventory/{id}: one stock item. Its cost is shown to holders of view_financial_data. */
export function ItemScreen({ id }: { id: string }) {
  const item = useQuery(itemQuery(id))
  useLive(inventoryKey, [{ page: 'inventory', tables: ['inventory_items', 'inventory_item_costs'] }])
  return (
    <RecordState of={item} what="item" back={back}>
      {(row) => <ItemPage row={row} />}
    </RecordState>
  )
}

function ItemPage({ row }: { row: Item }) {
  const rights = useRights()
  const queryClient = useQueryClient()
  const mayEdit = can(rights, 'inventory', 'edit')
  const isArchived = row.archived_at !== null
  const archiving = useMutation({
    mutationFn: () =>
      saveVersioned({
        table: 'inventory_items',
        what: 'this item',
        row,
        values: { archived_at: isArchived ? null : new Date().toISOString() },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey }),
  })
  return (
    <RecordPage
      title={row.name}
      kind={`${forms.find(({ value }) => value === row.form)?.label ?? 'Item'} · ${row.sku}`}
      status={isArchived ? <Badge color="gray">Archived</Badge> : null}
      back={back}
      actions={
        mayEdit
          ? [
              {
                label: isArchived ? 'Bring back from the archive' : 'Archive',
                icon: isArchived ? <IconArchiveOff size={18} aria-hidden /> : <IconArchive size={18} aria-hidden />,
                onClick: () => archiving.mutate(),
                isBusy: archiving.isPending,
              },
            ]
          : []
      }
      notice={archiving.isError ? <Problem>{saveProblem(archiving.error)}</Problem> : null}
      aside={
        <Stack>
          <Prices row={row} />
          {hasPermission(rights, 'view_financial_data') ? <Cost row={row} mayEdit={mayEdit} /> : null}
          <Text c="dimmed" size="sm">
            How much is in stock, reserved and on order is not counted yet: it comes with production.
          </Text>
        </Stack>
      }
    >
      {mayEdit ? <EditItem row={row} /> : <ItemFacts row={row} />}
    </RecordPage>
  )
}

function EditItem({ row }: { row: Item }) {
  const form = useRecordForm({
    fields: itemFields,
    name: `item-${row.id}`,
    stored: row,
    check: itemCheck,
    queryKey: inventoryKey,
    save: (values) => saveVersioned({ table: 'inventory_items', what: 'this item', row, values }),
  })
  return <RecordForm form={form} sections={itemSections} label="Stock item" submitLabel="Save changes" />
}

const Prices = ({ row }: { row: Item }) => (
  <Facts
    of={{
      'Sell price':
        row.sell_price === null ? 'None yet' : `${formatMoney(row.sell_price)} for one ${unitLabel(row.sell_unit)}`,
      'Worked out': row.price_follows_cost ? 'From cost and markup' : 'Typed by hand',
      Bought: `by ${unitLabel(row.buy_unit)}, which has ${shortDecimalText(row.sell_per_buy)} ${unitLabel(row.sell_unit)}`,
    }}
  />
)

function Cost({ row, mayEdit }: { row: Item; mayEdit: boolean }) {
  const cost = useQuery(itemCostQuery(row.id))
  if (cost.isPending) return null
  if (cost.isError) return <Problem onRetry={() => void cost.refetch()}>The cost could not be read</Problem>
  if (mayEdit) return <EditCost itemId={row.id} stored={cost.data} />
  return (
    <Facts
      of={{
        Cost: cost.data ? formatMoney(cost.data.cost_price) : 'Not known',
        Markup: cost.data?.markup_pct ? `${shortDecimalText(cost.data.markup_pct)} %` : null,
      }}
    />
  )
}

function EditCost({ itemId, stored }: { itemId: string; stored: object | null }) {
  const form = useRecordForm({
    fields: costFields,
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

const ItemFacts = ({ row }: { row: Item }) => (
  <Facts
    of={{
      Number: row.sku,
      Width: row.width_mm && `${shortDecimalText(row.width_mm)} mm`,
      Length: row.length_mm && `${shortDecimalText(row.length_mm)} mm`,
      Thickness: row.thickness_mm && `${shortDecimalText(row.thickness_mm)} mm`,
      'Number at the supplier': row.supplier_sku,
      Note: row.note,
    }}
  />
)
