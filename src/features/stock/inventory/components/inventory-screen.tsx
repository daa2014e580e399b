import { Button, Modal } from '@mantine/core'
import { IconPackages, IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { defineList } from '@/kit/list/define-list'
import { RecordList } from '@/kit/list/record-list'
import { insertRow } from '@/kit/save/save-row'
import { formatMoney, shortDecimalText } from '@/shared/domain/money'
import { can } from '@/shared/domain/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/ui/current-user'
import { PageFrame } from '@/shared/ui/page-frame'
import { type ItemLine, readItems } from '../api/inventory.query'
import { inventoryFilters, inventoryKey } from '../inventory'
import { forms, itemCheck, itemFields, itemSections, unitLabel } from '../item-fields'

const sizeOf = ({ width_mm, length_mm, thickness_mm }: ItemLine): string =>
  [length_mm, width_mm, thickness_mm]
    .filter((size) => size !== null)
    .map((size) => shortDecimalText(String(size)))
    .join(' × ')

const itemList = defineList({
  name: 'inventory',
  one: 'item',
  many: 'items',
  key: inventoryKey,
  live: [{ page: 'inventory', tables: ['inventory_items', 'item_types'] }],
  filters: inventoryFilters,
  columns: [
    { name: 'name', label: 'Name', sort: 'name', cell: (row: ItemLine) => row.name, csv: (row) => row.name },
    { name: 'sku', label: 'Number', sort: 'sku', cell: (row) => row.sku, csv: (row) => row.sku },
    { name: 'type', label: 'Type', from: 'md', cell: (row) => row.type?.name, csv: (row) => row.type?.name ?? '' },
    {
      name: 'form',
      label: 'Form',
      sort: 'form',
      from: 'sm',
      cell: (row) => forms.find(({ value }) => value === row.form)?.label,
      csv: (row) => row.form,
    },
    { name: 'size', label: 'Size (mm)', from: 'sm', cell: sizeOf, csv: sizeOf },
    {
      name: 'price',
      label: 'Sell price',
      align: 'right',
      card: 'end',
      sort: 'sell_price',
      cell: (row) => (row.sell_price === null ? '' : `${formatMoney(row.sell_price)} / ${unitLabel(row.sell_unit)}`),
      csv: (row) => row.sell_price,
    },
  ],
  sort: { by: 'name', down: false },
  read: readItems,
})

/** /inventory: what the company buys, with its sell prices. How much is in stock comes with production. */
export function InventoryScreen() {
  const rights = useRights()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const close = () => void navigate(-1)
  return (
    <PageFrame
      title="Inventory"
      lead="Materials and parts with their prices. How much of each is in stock is not counted here yet."
      width="full"
      actions={
        can(rights, 'inventory', 'create') ? (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => void navigate('?new=yes')}>
            Add item
          </Button>
        ) : null
      }
    >
      <RecordList
        list={itemList}
        href={(row) => linkTo('/inventory/:id', { id: row.id })}
        empty={{
          icon: <IconPackages stroke={1.5} />,
          title: 'No items yet',
          children: 'Sheets, rolls, parts and inks that you buy, sell or work into jobs.',
        }}
      />
      <Modal opened={search.get('new') === 'yes'} onClose={close} title="New item" size="lg">
        <NewItem onClose={close} />
      </Modal>
    </PageFrame>
  )
}

function NewItem({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useRecordForm({
    fields: itemFields,
    name: 'new-item',
    isNew: true,
    check: itemCheck,
    queryKey: inventoryKey,
    save: (values) => insertRow({ table: 'inventory_items', what: 'this item', values }),
    onSaved: (id) => navigate(linkTo('/inventory/:id', { id }), { replace: true }),
  })
  return (
    <RecordForm
      form={form}
      sections={itemSections}
      label="New item"
      submitLabel="Add item"
      onCancel={onClose}
      isPlain
      autoFocus
    />
  )
}
