import { Badge, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconCopy, IconListNumbers, IconQrcode, IconTrash, IconTruckReturn } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { downloadLabels } from '@/kit/labels/download-labels'
import { useLive } from '@/kit/live/use-live'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { Facts, RecordPage, RecordState } from '@/kit/record/record-page'
import { useArchiving } from '@/kit/record/use-archiving'
import { saveVersioned } from '@/kit/save/save-row'
import { lengthText } from '@/shared/domain/text/length'
import { can, hasPermission } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { type Item, itemQuery } from '../api/inventory.query'
import { inventoryKey, inventoryLive } from '../inventory'
import { LevelFacts } from '../movements/level-facts'
import { ItemPhotos } from '../photos/item-photos'
import { Movements, Uses } from './item-history'
import { Offcuts } from './item-offcuts'
import { Suppliers } from './item-suppliers'
import { labelOfItem } from '../item-label'
import { ItemCost } from './item-cost'
import { stockPrice, stockText } from '@/shared/domain/money/stock-text'
import { forms, itemCheck, itemFields, itemSections, unitLabel } from '../item-fields'

const stockOf = (item: string, kind: string) => `${linkTo('/modify-stock')}?item=${item}&do=${kind}`
const back = { label: 'All items', href: linkTo('/inventory') }

/** /inventory/{id}: one stock item. Its cost is shown to holders of view_financial_data. */
export function ItemScreen({ id }: { id: string }) {
  const item = useQuery(itemQuery(id))
  useLive(inventoryKey, inventoryLive)
  return (
    <RecordState of={item} what="item" back={back}>
      {(row) => <ItemPage row={row} />}
    </RecordState>
  )
}

function ItemPage({ row }: { row: Item }) {
  const rights = useRights()
  const mayEdit = can(rights, 'inventory', 'edit')
  const { isArchived, ...archiving } = useArchiving({
    table: 'inventory_items',
    what: 'this item',
    row,
    queryKey: inventoryKey,
  })
  const label = useActMutation({
    mutationFn: () => downloadLabels(row.sku, [labelOfItem(row, window.location.origin)]),
    onError: (error) => notifications.show({ color: 'red', title: 'No label', message: saveProblem(error) }),
  })
  return (
    <RecordPage
      title={row.name}
      kind={`${forms.find(({ value }) => value === row.form)?.label ?? 'Item'} · ${row.sku}`}
      status={isArchived ? <Badge color="gray">Archived</Badge> : null}
      back={back}
      primary={
        mayEdit && !isArchived ? { label: 'Take for a job', href: `${linkTo('/deduct-item')}?item=${row.id}` } : null
      }
      actions={[
        {
          label: 'Label with QR code',
          icon: <IconQrcode size={18} aria-hidden />,
          onClick: () => label.mutate(),
          isBusy: label.isPending,
        },
        ...(mayEdit
          ? [
              { label: 'Count', icon: <IconListNumbers size={18} aria-hidden />, href: stockOf(row.id, 'count') },
              { label: 'Receive', icon: <IconTruckReturn size={18} aria-hidden />, href: stockOf(row.id, 'purchase') },
              { label: 'Return', icon: <IconArrowBackUp size={18} aria-hidden />, href: stockOf(row.id, 'return') },
              { label: 'Waste', icon: <IconTrash size={18} aria-hidden />, href: stockOf(row.id, 'waste') },
              ...(can(rights, 'inventory', 'create')
                ? [
                    {
                      label: 'Duplicate',
                      icon: <IconCopy size={18} aria-hidden />,
                      href: `${linkTo('/duplicate-item')}?from=${row.id}`,
                    },
                  ]
                : []),
              archiving.action,
            ]
          : []),
      ]}
      notice={archiving.notice}
      aside={
        <Stack>
          <section className={page.panel} aria-label="Stock">
            <LevelFacts of={row} />
          </section>
          <ItemPhotos item={row} mayEdit={mayEdit} />
          <section className={page.panel} aria-label="Price">
            <Prices row={row} />
          </section>
          {hasPermission(rights, 'view_financial_data') ? <ItemCost row={row} mayEdit={mayEdit} /> : null}
        </Stack>
      }
      tabs={[
        { name: 'movements', label: 'Movements', content: <Movements itemId={row.id} /> },
        { name: 'uses', label: 'Where used', content: <Uses item={row} /> },
        ...(row.form === 'sheet' || row.form === 'roll'
          ? [{ name: 'offcuts', label: 'Offcuts', content: <Offcuts item={row} mayEdit={mayEdit} /> }]
          : []),
        { name: 'suppliers', label: 'Suppliers', content: <Suppliers item={row} mayEdit={mayEdit} /> },
      ]}
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
        row.sell_price === null ? 'None yet' : stockPrice(row.sell_price, row.sell_unit, unitLabel(row.sell_unit)),
      'Worked out': row.price_follows_cost ? 'From cost and markup' : 'Typed by hand',
      Bought: `by ${unitLabel(row.buy_unit)}, which has ${stockText(row.sell_per_buy, row.sell_unit)}`,
    }}
  />
)

const ItemFacts = ({ row }: { row: Item }) => (
  <Facts
    of={{
      Number: row.sku,
      Width: row.width_mm && lengthText(row.width_mm),
      Length: row.length_mm && lengthText(row.length_mm),
      Thickness: row.thickness_mm && lengthText(row.thickness_mm),
      'Number at the supplier': row.supplier_sku,
      Note: row.note,
    }}
  />
)
